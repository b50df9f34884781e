// A plan: answers that are tried, and branches where dice fall or somebody else answers.

import type { BranchShown } from "../lib/protocol";
import { percent } from "./words";

export interface PlanStep {
  /** The number of the option or of the branch. */
  n: number;
  label: string;
  /** Whether it is a branch: nobody can play it. */
  branch?: boolean;
}

/** A branch as it is read: `hit 77 %`; another side's answer has no chance. */
export function branchLabel({ label, chance }: BranchShown): string {
  return chance < 1 ? `${label} ${percent(chance)} %` : label;
}

/** The steps of a plan that goes on with a branch. */
export function planned(steps: PlanStep[], branches: BranchShown[], n: number): PlanStep[] {
  const taken = branches[n];
  return taken ? [...steps, { n, label: branchLabel(taken), branch: true }] : steps;
}

/** The answers before the first branch: these can be played. */
export function beforeDice(steps: PlanStep[]): PlanStep[] {
  const first = steps.findIndex((step) => step.branch);
  return first < 0 ? steps : steps.slice(0, first);
}
