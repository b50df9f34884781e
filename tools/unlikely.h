/* Included before every C file that mypyc makes: what is only called where something fails is put apart from the code that
   runs, so that more of that fits into the processor's cache. mypyc says so of the test before it, not of the call. */
#include <Python.h>

#if defined(__GNUC__)
#define TIPOVER_UNLIKELY __attribute__((cold))
#else
#define TIPOVER_UNLIKELY
#endif

void CPy_Raise(PyObject *exc) TIPOVER_UNLIKELY;
void CPy_Reraise(void) TIPOVER_UNLIKELY;
void CPyError_OutOfMemory(void) TIPOVER_UNLIKELY;
void CPy_TypeError(const char *expected, PyObject *value) TIPOVER_UNLIKELY;
void CPy_AddTraceback(const char *filename, const char *funcname, int line, PyObject *globals) TIPOVER_UNLIKELY;
void CPy_TypeErrorTraceback(const char *filename, const char *funcname, int line, PyObject *globals, const char *expected,
                            PyObject *value) TIPOVER_UNLIKELY;
void CPy_AttributeError(const char *filename, const char *funcname, const char *classname, const char *attrname, int line,
                        PyObject *globals) TIPOVER_UNLIKELY;
PyAPI_FUNC(void) PyErr_SetString(PyObject *exception, const char *string) TIPOVER_UNLIKELY;
PyAPI_FUNC(void) PyErr_SetNone(PyObject *exception) TIPOVER_UNLIKELY;
