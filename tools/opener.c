/* The second module of the shared library: starts a compiled module, whose first function is in a capsule of the library. */
#include <Python.h>

static PyObject *open_module(PyObject *self, PyObject *capsule)
{
    const char *name = PyCapsule_GetName(capsule);
    if (name == NULL)
        return NULL;
    PyObject *(*begin)(void) = (PyObject *(*)(void))PyCapsule_GetPointer(capsule, name);
    if (begin == NULL)
        return NULL;
    PyObject *module = begin();
    Py_XINCREF(module);
    return module;
}

static PyMethodDef methods[] = {
    {"open", open_module, METH_O, "Start the module whose first function is in a capsule."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "tipover_opener", NULL, -1, methods, NULL, NULL, NULL, NULL};

int tipover_prepare(void); /* shortcuts_numbers.c */

PyMODINIT_FUNC PyInit_tipover_opener(void)
{
    if (tipover_prepare() < 0)
        return NULL;
    return PyModule_Create(&definition);
}
