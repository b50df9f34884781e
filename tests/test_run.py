"""The front door ends what it has started when it is ended itself."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CHILD = "import os, time; print(os.getpid(), flush=True); time.sleep(60)"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM to pass on")
@pytest.mark.parametrize("patient", [True, False])
def test_a_run_that_is_terminated_ends_its_command(patient: bool) -> None:
    front = f"import sys, run; sys.exit(run.run([sys.executable, '-c', {CHILD!r}], patient={patient}))"
    process = subprocess.Popen([sys.executable, "-c", front], cwd=ROOT, stdout=subprocess.PIPE)
    assert process.stdout is not None
    child = int(process.stdout.readline())
    process.send_signal(signal.SIGTERM)
    code = process.wait(20)
    process.stdout.close()
    try:
        os.kill(child, signal.SIGKILL)
        is_left = True
    except ProcessLookupError:
        is_left = False
    assert (is_left, code) == (False, 143)
