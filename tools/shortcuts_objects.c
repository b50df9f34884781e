/* Lists, names of modules and objects of the compiled build (`shortcuts.h` says why). */
#define TIPOVER_OWN_NAMES
#include "shortcuts.h"
#include <structmember.h>

#ifdef TIPOVER_SHORTCUTS

/* -- lists -------------------------------------------------------------------------------------- */

#define FIRST_ITEMS 8

/* Put something at the end of a list that has no room for it. */
int tipover_append_more(PyObject *list, PyObject *value) {
    PyListObject *self = (PyListObject *)list;
    if (self->ob_item != NULL || !PyList_CheckExact(list)) {
        return PyList_Append(list, value);
    }
    PyObject **items = PyMem_New(PyObject *, FIRST_ITEMS);
    if (items == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    Py_INCREF(value);
    items[0] = value;
    self->ob_item = items;
    self->allocated = FIRST_ITEMS;
    Py_SET_SIZE(self, 1);
    return 0;
}

/* Whether two Python ints are the same number. */
static inline bool is_same(PyObject *one, PyObject *other) {
    PyLongObject *left = (PyLongObject *)one, *right = (PyLongObject *)other;
    Py_ssize_t size = CPY_LONG_SIZE_SIGNED(left);
    if (size != CPY_LONG_SIZE_SIGNED(right)) {
        return false;
    }
    for (Py_ssize_t k = 0; k < (size < 0 ? -size : size); k++) {
        if (CPY_LONG_DIGIT(left, k) != CPY_LONG_DIGIT(right, k)) {
            return false;
        }
    }
    return true;
}

int tipover_contains(PyObject *container, PyObject *value) {
    if (!PyList_CheckExact(container) || !PyLong_CheckExact(value)) {
        return PySequence_Contains(container, value);
    }
    Py_ssize_t count = PyList_GET_SIZE(container);
    for (Py_ssize_t k = 0; k < count; k++) {
        PyObject *one = PyList_GET_ITEM(container, k);
        if (one == value) {
            return 1;
        }
        if (unlikely(!PyLong_CheckExact(one))) {
            return PySequence_Contains(container, value);
        }
        if (is_same(one, value)) {
            return 1;
        }
    }
    return 0;
}

/* -- names -------------------------------------------------------------------------------------- */

#if PY_VERSION_HEX < 0x030C0000
/* No two states of any dictionaries have the same version, so what was found is there as long as that is the version. */
PyObject *tipover_look_up(PyObject *dict, PyObject *key, tipover_looked_up *known) {
    PyObject *found = CPyDict_GetItem(dict, key);
    if (found != NULL && PyDict_CheckExact(dict) && PyUnicode_CheckExact(key)) {
        known->version = ((PyDictObject *)dict)->ma_version_tag;
        known->value = found; /* the dictionary has it */
        Py_INCREF(key);       /* or another one could come to lie at its place */
        Py_XSETREF(known->key, key);
    }
    return found;
}
#endif

/* -- objects ------------------------------------------------------------------------------------ */

int tipover_depth;

#define WORD sizeof(void *)
#define MOST_WORDS 32
#define MOST_OBJECTS 64

/* Objects that nobody needs any more, by their size in words, each with the next one in its first word. */
static PyObject *gone[MOST_WORDS + 1];
static int gone_count[MOST_WORDS + 1];

static PyObject *made_again(PyTypeObject *type, Py_ssize_t items) {
    size_t row = type->tp_basicsize / WORD;
    PyObject *found = gone[row];
    if (found == NULL) {
        return PyType_GenericAlloc(type, items);
    }
    gone[row] = *(PyObject **)found;
    gone_count[row]--;
    memset(found, 0, type->tp_basicsize);
    PyObject_Init(found, type);
    PyObject_GC_Track(found);
    return found;
}

static void kept_for_later(void *object) {
    size_t row = Py_TYPE(object)->tp_basicsize / WORD;
    if (gone_count[row] >= MOST_OBJECTS) {
        PyObject_GC_Del(object);
        return;
    }
    *(PyObject **)object = gone[row];
    gone[row] = object;
    gone_count[row]++;
}

PyObject *tipover_class(PyObject *template, PyObject *bases, PyObject *module) {
    PyObject *made = CPyType_FromTemplate(template, bases, module);
    PyTypeObject *type = (PyTypeObject *)made;
    if (made != NULL && type->tp_alloc == PyType_GenericAlloc && type->tp_free == PyObject_GC_Del && type->tp_base == &PyBaseObject_Type &&
        type->tp_itemsize == 0 && type->tp_dictoffset == 0 && type->tp_weaklistoffset == 0 && type->tp_finalize == NULL &&
        type->tp_basicsize % WORD == 0 && type->tp_basicsize / WORD <= MOST_WORDS) {
        type->tp_alloc = made_again;
        type->tp_free = kept_for_later;
    }
    return made;
}

/* -- objects of ordinary classes ------------------------------------------------------------------

   Choices, events and parts of numbers are dataclasses with slots and named tuples: ordinary classes, whose objects are made by
   functions that Python interprets. What these do is known, so that here the fields are put in place at once. A class with
   anything of its own in the making (`__new__`, `__init__`, `__post_init__`, `__setattr__`, a factory) is called as ever. */

#define CLASSES 256 /* a power of two */
#define MOST_FIELDS 12

typedef enum { UNKNOWN, ORDINARY, SLOTS, TUPLE } Making;

typedef struct {
    PyTypeObject *type;
    Making making;
    Py_ssize_t fields;
    Py_ssize_t offsets[MOST_FIELDS];
    PyObject *defaults; /* of the last fields; NULL if there are none */
} Class;

static Class classes[CLASSES];

/* What a class itself says under a name, not one that it is derived from; borrowed. */
static PyObject *own(PyTypeObject *type, const char *name) {
    PyObject *key = PyUnicode_FromString(name);
    PyObject *found = key != NULL ? PyDict_GetItemWithError(type->tp_dict, key) : NULL;
    Py_XDECREF(key);
    return found;
}

static bool has_defaults(Class *class, PyObject *function) {
    if (!PyFunction_Check(function) || PyFunction_GetKwDefaults(function) != NULL) {
        return false;
    }
    class->defaults = PyFunction_GetDefaults(function);
    return class->defaults == NULL || PyTuple_Check(class->defaults);
}

static bool is_named_tuple(Class *class, PyTypeObject *type) {
    PyObject *fields = own(type, "_fields");
    if (fields == NULL || own(type, "__new__") == NULL || own(type, "_make") == NULL || own(type, "_field_defaults") == NULL || !PyTuple_Check(fields)) {
        return false;
    }
    if (type->tp_base != &PyTuple_Type || type->tp_basicsize != PyTuple_Type.tp_basicsize || type->tp_init != PyTuple_Type.tp_init) {
        return false;
    }
    PyObject *maker = PyObject_GetAttrString((PyObject *)type, "__new__");
    class->fields = PyTuple_GET_SIZE(fields);
    bool is_known = maker != NULL && class->fields <= MOST_FIELDS && has_defaults(class, maker);
    Py_XDECREF(maker); /* the class has it, and we keep the class */
    return is_known;
}

static bool is_slotted(Class *class, PyTypeObject *type) {
    PyObject *order = own(type, "__match_args__"), *begin = own(type, "__init__"), *fields = own(type, "__dataclass_fields__");
    if (order == NULL || begin == NULL || fields == NULL || own(type, "__slots__") == NULL || !PyTuple_Check(order) || !PyDict_Check(fields)) {
        return false;
    }
    if (type->tp_new != PyBaseObject_Type.tp_new || type->tp_setattro != PyBaseObject_Type.tp_setattro || type->tp_dictoffset != 0 ||
        PyObject_HasAttrString((PyObject *)type, "__post_init__")) {
        return false;
    }
    PyObject *plain = PyFunction_Check(begin) ? PyObject_GetAttrString(((PyFunctionObject *)begin)->func_code, "co_filename") : NULL;
    bool is_made = plain != NULL && PyUnicode_CompareWithASCIIString(plain, "<string>") == 0; /* by `dataclass`, not by hand */
    Py_XDECREF(plain);
    class->fields = PyTuple_GET_SIZE(order);
    PyObject *code = is_made ? PyObject_GetAttrString(((PyFunctionObject *)begin)->func_code, "co_argcount") : NULL;
    is_made = code != NULL && PyLong_AsSsize_t(code) == class->fields + 1;
    Py_XDECREF(code);
    if (!is_made || class->fields > MOST_FIELDS) {
        return false;
    }
    for (Py_ssize_t k = 0; k < class->fields; k++) {
        PyObject *name = PyTuple_GET_ITEM(order, k), *field = PyDict_GetItemWithError(fields, name);
        PyObject *factory = field != NULL ? PyObject_GetAttrString(field, "default_factory") : NULL;
        bool is_plain = factory != NULL && strcmp(Py_TYPE(factory)->tp_name, "_MISSING_TYPE") == 0;
        Py_XDECREF(factory);
        PyObject *slot = _PyType_Lookup(type, name);
        if (!is_plain || slot == NULL || !Py_IS_TYPE(slot, &PyMemberDescr_Type)) {
            return false;
        }
        PyMemberDef *member = ((PyMemberDescrObject *)slot)->d_member;
        if (member->type != T_OBJECT_EX || member->flags != 0) {
            return false;
        }
        class->offsets[k] = member->offset;
    }
    return has_defaults(class, begin);
}

static Class *known_class(PyTypeObject *type) {
    size_t place = ((uintptr_t)type >> 4 ^ (uintptr_t)type >> 12) & (CLASSES - 1);
    for (int tries = 0; classes[place].type != type && classes[place].type != NULL; tries++) {
        if (tries == CLASSES / 2) {
            return NULL; /* so many classes are called as ever */
        }
        place = (place + 1) & (CLASSES - 1);
    }
    Class *class = &classes[place];
    if (likely(class->type == type)) {
        return class;
    }
    Class found = {type, ORDINARY};
    if (type->tp_flags & Py_TPFLAGS_HEAPTYPE) {
        found.making = is_named_tuple(&found, type) ? TUPLE : is_slotted(&found, type) ? SLOTS : ORDINARY;
    }
    if (PyErr_Occurred()) {
        PyErr_Clear();
        found.making = ORDINARY;
    }
    Py_INCREF(type);
    *class = found;
    return class;
}

PyObject *tipover_new(PyTypeObject *type, PyObject *const *args, size_t count, PyObject *names) {
    Class *class = names == NULL ? known_class(type) : NULL;
    if (class == NULL || class->making == ORDINARY) {
        return PyObject_Vectorcall((PyObject *)type, args, count, names);
    }
    Py_ssize_t given = PyVectorcall_NARGS(count), missing = class->fields - given;
    Py_ssize_t known = class->defaults != NULL ? PyTuple_GET_SIZE(class->defaults) : 0;
    if (missing < 0 || missing > known) {
        return PyObject_Vectorcall((PyObject *)type, args, count, names);
    }
    PyObject *made = type->tp_alloc(type, class->making == TUPLE ? class->fields : 0);
    if (made == NULL) {
        return NULL;
    }
    for (Py_ssize_t k = 0; k < class->fields; k++) {
        PyObject *value = k < given ? args[k] : PyTuple_GET_ITEM(class->defaults, known - class->fields + k);
        Py_INCREF(value);
        if (class->making == TUPLE) {
            PyTuple_SET_ITEM(made, k, value);
        } else {
            *(PyObject **)((char *)made + class->offsets[k]) = value;
        }
    }
    return made;
}

#endif
