/* Shortcuts of the compiled build: what the C files that mypyc makes of our sources ask of its library and of Python most often,
   with the frequent case at the place that asks. Included before these files, not before that library. Whatever is not frequent
   is left to the library, so that results and errors are the same (`tests/builds/test_shortcuts.py`).

   A number is tagged: a short one is shifted by a bit; a long one, which a mask of more than 62 squares is, is a Python int with
   the lowest bit set. The library makes a call of each item of a list and of each number that is put into one, and goes through
   Python's general functions for long numbers. Here numbers of up to 120 bits are reckoned in two machine words, small ones are
   taken from a table, items of lists are read at once, functions kept as values are called at once, the fields of ordinary
   objects are put in place at once, and memory is used again (`shortcuts_numbers.c`, `shortcuts_objects.c`). */
#ifndef TIPOVER_SHORTCUTS_H
#define TIPOVER_SHORTCUTS_H

#include "CPy.h"

/* Where the library ends the program because a product of long numbers could not be made, this makes it again, as Ctrl-C can
   come in the middle of one; what a signal raised is raised at the next call of interpreted code. In every build. */
CPyTagged tipover_product(CPyTagged left, CPyTagged right);

static inline CPyTagged tipover_multiply(CPyTagged left, CPyTagged right) {
    if (likely(!CPyTagged_CheckLong(left | right) && !CPyTagged_IsMultiplyOverflow(left, right))) {
        return left * CPyTagged_ShortAsSsize_t(right);
    }
    return tipover_product(left, right);
}

#ifndef TIPOVER_OWN_NAMES
#define CPyTagged_Multiply tipover_multiply
#endif

/* Where the form of Python's ints is another one, or several threads may run at once, the rest of the library stays as it is. */
#if defined(__GNUC__) && defined(__SIZEOF_INT128__) && PyLong_SHIFT == 30 && PY_VERSION_HEX < 0x030E0000 && !defined(Py_GIL_DISABLED)
#define TIPOVER_SHORTCUTS 1

/* The numbers that are made once: places off the map, counts, figures, pieces, squares, walls and areas; then ability tokens. */
#define TIPOVER_LEAST (-128)
#define TIPOVER_KEPT (8192 + 128)
#define TIPOVER_FIRST_TOKEN 16384
#define TIPOVER_TOKENS 256

extern PyObject *tipover_kept[TIPOVER_KEPT + TIPOVER_TOKENS];

CPyTagged tipover_and(CPyTagged left, CPyTagged right);
CPyTagged tipover_or(CPyTagged left, CPyTagged right);
CPyTagged tipover_xor(CPyTagged left, CPyTagged right);
CPyTagged tipover_invert(CPyTagged number);
CPyTagged tipover_negate(CPyTagged number);
CPyTagged tipover_add(CPyTagged left, CPyTagged right);
CPyTagged tipover_subtract(CPyTagged left, CPyTagged right);
CPyTagged tipover_rshift(CPyTagged left, CPyTagged right);
CPyTagged tipover_lshift(CPyTagged left, CPyTagged right);
bool tipover_is_equal(CPyTagged left, CPyTagged right);
bool tipover_is_less(CPyTagged left, CPyTagged right);
int tipover_append_more(PyObject *list, PyObject *value);
void tipover_forget(CPyTagged number);
CPyTagged tipover_unboxed(PyObject *number);
PyObject *tipover_box(CPyTagged number);

/* A Python int of a short number: a new reference. */
static inline PyObject *tipover_boxed(CPyTagged number) {
    size_t place = (size_t)(CPyTagged_ShortAsSsize_t(number) - TIPOVER_LEAST);
    if (likely(!CPyTagged_CheckLong(number) && place < TIPOVER_KEPT)) {
        PyObject *found = tipover_kept[place];
        Py_INCREF(found);
        return found;
    }
    return tipover_box(number);
}

static inline PyObject *tipover_as_object(CPyTagged number) {
    if (unlikely(CPyTagged_CheckLong(number))) {
        PyObject *found = CPyTagged_LongAsObject(number);
        Py_INCREF(found);
        return found;
    }
    return tipover_boxed(number);
}

/* Whether a Python int is 0 or a positive number of one digit, as most are. */
static inline bool tipover_is_small(PyObject *number) {
#if PY_VERSION_HEX < 0x030C0000
    return (size_t)Py_SIZE(number) <= 1;
#else
    return CPY_LONG_TAG((PyLongObject *)number) <= (1 << CPY_NON_SIZE_BITS);
#endif
}

static inline CPyTagged tipover_of_small(PyObject *number) {
#if PY_VERSION_HEX < 0x030C0000
    return Py_SIZE(number) ? (CPyTagged)CPY_LONG_DIGIT((PyLongObject *)number, 0) << 1 : 0;
#else
    return (CPyTagged)CPY_LONG_DIGIT((PyLongObject *)number, 0) << 1;
#endif
}

static inline CPyTagged tipover_borrowed(PyObject *number) {
    return likely(tipover_is_small(number)) ? tipover_of_small(number) : tipover_unboxed(number);
}

static inline CPyTagged tipover_from_object(PyObject *number) {
    if (likely(tipover_is_small(number))) {
        return tipover_of_small(number);
    }
    CPyTagged found = tipover_unboxed(number);
    if (CPyTagged_CheckLong(found)) {
        Py_INCREF(number);
    }
    return found;
}

static inline CPyTagged tipover_steal_from_object(PyObject *number) {
    CPyTagged found = tipover_borrowed(number);
    if (likely(!CPyTagged_CheckLong(found))) {
        Py_DECREF(number);
    }
    return found;
}

static inline void tipover_incref(CPyTagged number) {
    if (unlikely(CPyTagged_CheckLong(number))) {
        Py_INCREF(CPyTagged_LongAsObject(number));
    }
}

static inline void tipover_decref(CPyTagged number) {
    if (unlikely(CPyTagged_CheckLong(number))) {
        tipover_forget(number);
    }
}

/* Items of lists by a number that is not negative. */

static inline PyObject *tipover_item(PyObject *list, CPyTagged index) {
    if (likely(!CPyTagged_CheckLong(index) && index >> 1 < (size_t)PyList_GET_SIZE(list))) {
        PyObject *found = PyList_GET_ITEM(list, index >> 1);
        Py_INCREF(found);
        return found;
    }
    return CPyList_GetItem(list, index);
}

static inline PyObject *tipover_item_borrowed(PyObject *list, CPyTagged index) {
    if (likely(!CPyTagged_CheckLong(index) && index >> 1 < (size_t)PyList_GET_SIZE(list))) {
        return PyList_GET_ITEM(list, index >> 1);
    }
    return CPyList_GetItemBorrow(list, index);
}

static inline bool tipover_set_item(PyObject *list, CPyTagged index, PyObject *value) {
    if (likely(!CPyTagged_CheckLong(index) && index >> 1 < (size_t)PyList_GET_SIZE(list))) {
        PyObject *before = PyList_GET_ITEM(list, index >> 1);
        PyList_SET_ITEM(list, index >> 1, value);
        Py_DECREF(before);
        return true;
    }
    return CPyList_SetItem(list, index, value);
}

static inline int tipover_append(PyObject *list, PyObject *value) {
    PyListObject *self = (PyListObject *)list;
    Py_ssize_t size = Py_SIZE(self);
    if (likely(size < self->allocated)) {
        Py_INCREF(value);
        self->ob_item[size] = value;
        Py_SET_SIZE(self, size + 1);
        return 0;
    }
    return tipover_append_more(list, value);
}

/* Whether something is in a list, as a rule a number among numbers. */
int tipover_contains(PyObject *container, PyObject *value);

/* What a name of a module means: the same again as long as nothing in its dictionary has changed. */
#if PY_VERSION_HEX < 0x030C0000
typedef struct {
    uint64_t version;
    PyObject *key;
    PyObject *value;
} tipover_looked_up;

PyObject *tipover_look_up(PyObject *dict, PyObject *key, tipover_looked_up *known);

static inline PyObject *tipover_named(PyObject *dict, PyObject *key, tipover_looked_up *known) {
    if (likely(Py_IS_TYPE(dict, &PyDict_Type) && ((PyDictObject *)dict)->ma_version_tag == known->version && key == known->key)) {
        Py_INCREF(known->value);
        return known->value;
    }
    return tipover_look_up(dict, key, known);
}
#endif

static inline bool tipover_equal(CPyTagged left, CPyTagged right) {
    return left == right || (unlikely(CPyTagged_CheckLong(left) && CPyTagged_CheckLong(right)) && tipover_is_equal(left, right));
}

#define TIPOVER_BOTH_SHORT(left, right) likely(!CPyTagged_CheckLong((left) | (right)))

static inline CPyTagged tipover_and_of(CPyTagged left, CPyTagged right) {
    return TIPOVER_BOTH_SHORT(left, right) ? left & right : tipover_and(left, right);
}

static inline CPyTagged tipover_or_of(CPyTagged left, CPyTagged right) {
    return TIPOVER_BOTH_SHORT(left, right) ? left | right : tipover_or(left, right);
}

static inline CPyTagged tipover_xor_of(CPyTagged left, CPyTagged right) {
    return TIPOVER_BOTH_SHORT(left, right) ? left ^ right : tipover_xor(left, right);
}

static inline CPyTagged tipover_invert_of(CPyTagged number) {
    return likely(!CPyTagged_CheckLong(number)) ? ~number & ~(CPyTagged)CPY_INT_TAG : tipover_invert(number);
}

static inline CPyTagged tipover_negate_of(CPyTagged number) {
    return likely(!CPyTagged_CheckLong(number)) ? CPyTagged_Negate(number) : tipover_negate(number);
}

static inline CPyTagged tipover_add_of(CPyTagged left, CPyTagged right) {
    return TIPOVER_BOTH_SHORT(left, right) ? CPyTagged_Add(left, right) : tipover_add(left, right);
}

static inline CPyTagged tipover_subtract_of(CPyTagged left, CPyTagged right) {
    return TIPOVER_BOTH_SHORT(left, right) ? CPyTagged_Subtract(left, right) : tipover_subtract(left, right);
}

static inline CPyTagged tipover_rshift_of(CPyTagged left, CPyTagged right) {
    return TIPOVER_BOTH_SHORT(left, right) ? CPyTagged_Rshift(left, right) : tipover_rshift(left, right);
}

static inline CPyTagged tipover_lshift_of(CPyTagged left, CPyTagged right) {
    if (TIPOVER_BOTH_SHORT(left, right) && right < 2 * CPY_INT_BITS) {
        Py_ssize_t count = CPyTagged_ShortAsSsize_t(right);
        if (likely(!IsShortLshiftOverflow(left, count))) {
            return left << count;
        }
    }
    return tipover_lshift(left, right);
}

/* Calls of functions that are kept as values, and their arguments. */

/* An object of an ordinary class. */
PyObject *tipover_new(PyTypeObject *type, PyObject *const *args, size_t count, PyObject *names);

static inline PyObject *tipover_call(PyObject *callable, PyObject *const *args, size_t count, PyObject *names) {
    PyTypeObject *type = Py_TYPE(callable);
    if (type == &PyType_Type) {
        return tipover_new((PyTypeObject *)callable, args, count, names);
    }
    if (likely(PyType_HasFeature(type, Py_TPFLAGS_HAVE_VECTORCALL))) {
        vectorcallfunc called = *(vectorcallfunc *)((char *)callable + type->tp_vectorcall_offset);
        if (likely(called != NULL)) {
            return called(callable, args, count, names);
        }
    }
    return PyObject_Vectorcall(callable, args, count, names);
}


static int (*const tipover_parse)(PyObject *const *, Py_ssize_t, PyObject *, CPyArg_Parser *, ...) = CPyArg_ParseStackAndKeywordsSimple;

#define TIPOVER_PARSED(args, count, names, parser, number, given, ...)                              \
    ((likely((names) == NULL && PyVectorcall_NARGS(count) == (number))) ? ((void)(given), 1)       \
                                                                        : tipover_parse(args, count, names, parser, __VA_ARGS__))
#define TIPOVER_GIVEN_1(v, a) *(a) = (v)[0]
#define TIPOVER_GIVEN_2(v, a, b) TIPOVER_GIVEN_1(v, a), *(b) = (v)[1]
#define TIPOVER_GIVEN_3(v, a, b, c) TIPOVER_GIVEN_2(v, a, b), *(c) = (v)[2]
#define TIPOVER_GIVEN_4(v, a, b, c, d) TIPOVER_GIVEN_3(v, a, b, c), *(d) = (v)[3]
#define TIPOVER_PARSE_2(v, n, k, p, a, b) TIPOVER_PARSED(v, n, k, p, 2, (TIPOVER_GIVEN_2(v, a, b)), a, b)
#define TIPOVER_PARSE_3(v, n, k, p, a, b, c) TIPOVER_PARSED(v, n, k, p, 3, (TIPOVER_GIVEN_3(v, a, b, c)), a, b, c)
#define TIPOVER_PARSE_4(v, n, k, p, a, b, c, d) TIPOVER_PARSED(v, n, k, p, 4, (TIPOVER_GIVEN_4(v, a, b, c, d)), a, b, c, d)
#define TIPOVER_PARSE_N(v, n, k, p, ...) tipover_parse(v, n, k, p, __VA_ARGS__)
#define TIPOVER_WHICH(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, name, ...) name
#define TIPOVER_PARSE(v, n, k, p, ...)                                                                                   \
    TIPOVER_WHICH(__VA_ARGS__, TIPOVER_PARSE_N, TIPOVER_PARSE_N, TIPOVER_PARSE_N, TIPOVER_PARSE_N, TIPOVER_PARSE_N,      \
                  TIPOVER_PARSE_N, TIPOVER_PARSE_N, TIPOVER_PARSE_N, TIPOVER_PARSE_4, TIPOVER_PARSE_3, TIPOVER_PARSE_2,  \
                  TIPOVER_PARSE_N, )(v, n, k, p, __VA_ARGS__)

/* Objects that hold one another are freed one inside the other, where Python asks at each of them how deep that is. */
#if PY_VERSION_HEX < 0x030D0000
#define TIPOVER_DEEP 50
extern int tipover_depth;
#undef CPy_TRASHCAN_BEGIN
#undef CPy_TRASHCAN_END
#define CPy_TRASHCAN_BEGIN(op, dealloc)                                                                                     \
    Py_TRASHCAN_BEGIN_CONDITION(op, tipover_depth >= TIPOVER_DEEP && _PyTrash_cond(_PyObject_CAST(op), (destructor)dealloc)) \
    tipover_depth++;
#define CPy_TRASHCAN_END(op) \
    tipover_depth--;         \
    Py_TRASHCAN_END
#endif

/* A class of objects whose memory is used again. */
PyObject *tipover_class(PyObject *template, PyObject *bases, PyObject *module);

#ifndef TIPOVER_OWN_NAMES
#define PyObject_Vectorcall tipover_call
#define CPyType_FromTemplate tipover_class
#define CPyTagged_And tipover_and_of
#define CPyTagged_Or tipover_or_of
#define CPyTagged_Xor tipover_xor_of
#define CPyTagged_Invert tipover_invert_of
#define CPyTagged_Negate tipover_negate_of
#define CPyTagged_Add tipover_add_of
#define CPyTagged_Subtract tipover_subtract_of
#define CPyTagged_Rshift tipover_rshift_of
#define CPyTagged_Lshift tipover_lshift_of
#define CPyTagged_StealAsObject tipover_boxed
#define CPyTagged_AsObject tipover_as_object
#define CPyTagged_FromObject tipover_from_object
#define CPyTagged_StealFromObject tipover_steal_from_object
#define CPyTagged_BorrowFromObject tipover_borrowed
#define CPyTagged_INCREF tipover_incref
#define CPyTagged_DECREF tipover_decref
#define PySequence_Contains tipover_contains
#if PY_VERSION_HEX < 0x030C0000
#define CPyDict_GetItem(dict, key)                  \
    ({                                              \
        static tipover_looked_up tipover_known;     \
        tipover_named((dict), (key), &tipover_known); \
    })
#endif
#define CPyTagged_IsEq_ tipover_equal
#define CPyTagged_IsLt_ tipover_is_less
#define CPyTagged_IsEq tipover_equal
#define CPyTagged_IsNe(left, right) (!tipover_equal(left, right))
#define CPyList_GetItem tipover_item
#define CPyList_GetItemShort tipover_item
#define CPyList_GetItemBorrow tipover_item_borrowed
#define CPyList_GetItemShortBorrow tipover_item_borrowed
#define CPyArg_ParseStackAndKeywordsSimple TIPOVER_PARSE
#define CPyList_SetItem tipover_set_item
#define PyList_Append tipover_append
#endif
#endif
#endif
