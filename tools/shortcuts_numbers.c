/* Long numbers of the compiled build in machine words, and the small ones that are made once (`shortcuts.h` says why). */
#define TIPOVER_OWN_NAMES
#include "shortcuts.h"

/* What a signal raised in the middle of a product, until interpreted code raises it. */
static PyObject *raised[3];

static int raise_now(void *nothing) {
    PyErr_Restore(raised[0], raised[1], raised[2]);
    raised[0] = raised[1] = raised[2] = NULL;
    return -1;
}

/* The program ends only if there is no memory: Python looks for signals while it multiplies, and their handlers may raise. */
CPyTagged tipover_product(CPyTagged left, CPyTagged right) {
    PyObject *one = CPyTagged_AsObject(left), *other = CPyTagged_AsObject(right), *made;
    while ((made = PyNumber_Multiply(one, other)) == NULL) {
        if (PyErr_ExceptionMatches(PyExc_MemoryError)) {
            CPyError_OutOfMemory();
        }
        if (raised[0] != NULL) {
            PyErr_Clear(); /* the first one is still to be raised */
            continue;
        }
        PyErr_Fetch(&raised[0], &raised[1], &raised[2]);
        if (Py_AddPendingCall(raise_now, NULL) < 0) {
            raise_now(NULL);
            PyErr_WriteUnraisable(one);
        }
    }
    Py_DECREF(one);
    Py_DECREF(other);
    return CPyTagged_StealFromObject(made);
}

#ifdef TIPOVER_SHORTCUTS

typedef __int128 Wide;
typedef unsigned __int128 Plain;

#define MOST_KEPT 128 /* blocks of memory that are kept for the next long number, of each size */
#define LEAST_DIGITS 3
#define MOST_DIGITS 4 /* 120 bits: what is reckoned in two words */
#define LONGEST 40    /* digits of a canvas (`board/hiding.py`) */

PyObject *tipover_kept[TIPOVER_KEPT + TIPOVER_TOKENS];

/* Blocks of ints that nobody needs any more, by their digits, each with the next one in its first word. */
static void *unused[LONGEST + 1];
static int unused_count[LONGEST + 1];

int tipover_prepare(void) {
    for (int k = 0; k < TIPOVER_KEPT + TIPOVER_TOKENS; k++) {
        tipover_kept[k] = PyLong_FromLong(k < TIPOVER_KEPT ? k + TIPOVER_LEAST : k - TIPOVER_KEPT + TIPOVER_FIRST_TOKEN);
        if (tipover_kept[k] == NULL) {
            return -1;
        }
    }
    return 0;
}

/* A Python int of a number that is not of the first range: that of a long one is the number itself. */
PyObject *tipover_box(CPyTagged number) {
    size_t place = (size_t)(CPyTagged_ShortAsSsize_t(number) - TIPOVER_FIRST_TOKEN);
    if (!CPyTagged_CheckLong(number) && place < TIPOVER_TOKENS) {
        PyObject *found = tipover_kept[TIPOVER_KEPT + place];
        Py_INCREF(found);
        return found;
    }
    return CPyTagged_StealAsObject(number);
}

/* The value of a number, if it has at most 120 bits. */
static inline bool is_wide(CPyTagged number, Wide *value) {
    if (!CPyTagged_CheckLong(number)) {
        *value = CPyTagged_ShortAsSsize_t(number);
        return true;
    }
    PyLongObject *object = (PyLongObject *)CPyTagged_LongAsObject(number);
    Py_ssize_t size = CPY_LONG_SIZE_SIGNED(object);
    Py_ssize_t digits = size < 0 ? -size : size;
    if (unlikely(digits < LEAST_DIGITS || digits > MOST_DIGITS)) {
        return false;
    }
    uint64_t low = CPY_LONG_DIGIT(object, 0) | (uint64_t)CPY_LONG_DIGIT(object, 1) << 30;
    uint64_t high = CPY_LONG_DIGIT(object, 2);
    if (digits == MOST_DIGITS) {
        high |= (uint64_t)CPY_LONG_DIGIT(object, 3) << 30;
    }
    Plain found = low | (Plain)high << 60;
    *value = size < 0 ? -(Wide)found : (Wide)found;
    return true;
}

/* A Python int of so many digits, which are to be filled in. */
static inline PyLongObject *long_of(Py_ssize_t size, bool is_negative) {
    PyLongObject *made = unused[size];
    if (likely(made != NULL)) {
        unused[size] = *(void **)made;
        unused_count[size]--;
        Py_SET_REFCNT(made, 1);
    } else {
        made = _PyLong_New(size);
        if (made == NULL) {
            CPyError_OutOfMemory();
        }
    }
#if PY_VERSION_HEX < 0x030C0000
    Py_SET_SIZE(made, is_negative ? -size : size);
#else
    CPY_LONG_TAG(made) = (uintptr_t)size << CPY_NON_SIZE_BITS | (is_negative ? CPY_SIGN_NEGATIVE : 0);
#endif
    return made;
}

/* A number of a value of at most 120 bits. */
static inline CPyTagged of_wide(Wide value) {
    Py_ssize_t least = (Py_ssize_t)value;
    if (least == value && !CPyTagged_TooBig(least)) {
        return (CPyTagged)least << 1;
    }
    Plain rest = value < 0 ? -(Plain)value : (Plain)value;
    uint64_t low = (uint64_t)rest & (((uint64_t)1 << 60) - 1), high = (uint64_t)(rest >> 60);
    int size = high >> 30 ? 4 : 3;
    PyLongObject *made = long_of(size, value < 0);
    CPY_LONG_DIGIT(made, 0) = low & PyLong_MASK;
    CPY_LONG_DIGIT(made, 1) = low >> 30;
    CPY_LONG_DIGIT(made, 2) = high & PyLong_MASK;
    if (size == MOST_DIGITS) {
        CPY_LONG_DIGIT(made, 3) = high >> 30;
    }
    return (CPyTagged)made | CPY_INT_TAG;
}

static inline bool fits(Wide value) {
    Plain rest = value < 0 ? -(Plain)value : (Plain)value;
    return rest >> 120 == 0;
}

/* One reference to a long number less. */
void tipover_forget(CPyTagged number) {
    PyLongObject *object = (PyLongObject *)CPyTagged_LongAsObject(number);
    if (Py_REFCNT(object) != 1) {
        Py_DECREF(object);
        return;
    }
    Py_ssize_t size = CPY_LONG_SIZE_SIGNED(object), digits = size < 0 ? -size : size;
    if (unlikely(digits < LEAST_DIGITS || digits > LONGEST || !PyLong_CheckExact(object) || unused_count[digits] >= MOST_KEPT)) {
        Py_DECREF(object);
        return;
    }
    *(void **)object = unused[digits];
    unused[digits] = object;
    unused_count[digits]++;
}

/* The number of a Python int, which stays its owner's: a long one is the same object. */
CPyTagged tipover_unboxed(PyObject *number) {
    PyLongObject *object = (PyLongObject *)number;
    Py_ssize_t size = CPY_LONG_SIZE_SIGNED(object);
    Py_ssize_t digits = size < 0 ? -size : size;
    if (digits <= 1) {
        sdigit value = CPY_LONG_DIGIT(object, 0);
        return digits == 0 ? 0 : (CPyTagged)(Py_ssize_t)(size < 0 ? -value : value) << 1;
    }
    if (digits == 2) {
        Py_ssize_t value = (Py_ssize_t)CPY_LONG_DIGIT(object, 1) << 30 | CPY_LONG_DIGIT(object, 0);
        return (CPyTagged)(size < 0 ? -value : value) << 1;
    }
    if (digits == LEAST_DIGITS && CPY_LONG_DIGIT(object, 2) <= 4) {
        Py_ssize_t value = (Py_ssize_t)((uint64_t)CPY_LONG_DIGIT(object, 2) << 60 | (uint64_t)CPY_LONG_DIGIT(object, 1) << 30 | CPY_LONG_DIGIT(object, 0));
        value = size < 0 ? -value : value;
        if (!CPyTagged_TooBig(value)) {
            return (CPyTagged)value << 1;
        }
    }
    return (CPyTagged)number | CPY_INT_TAG;
}

/* The digits of a number that is not negative, at most LONGEST; NULL of any other. Those of a short one are put into `own`. */
static inline const digit *digits_of(CPyTagged number, digit *own, Py_ssize_t *count) {
    if (!CPyTagged_CheckLong(number)) {
        Py_ssize_t value = CPyTagged_ShortAsSsize_t(number);
        own[0] = value & PyLong_MASK;
        own[1] = value >> 30 & PyLong_MASK;
        own[2] = value >> 60;
        *count = LEAST_DIGITS;
        return value < 0 ? NULL : own;
    }
    PyLongObject *object = (PyLongObject *)CPyTagged_LongAsObject(number);
    *count = CPY_LONG_SIZE_SIGNED(object);
    return *count < LEAST_DIGITS || *count > LONGEST ? NULL : &CPY_LONG_DIGIT(object, 0);
}

/* A number of these digits; there may be zeros in front. */
static CPyTagged of_digits(const digit *from, Py_ssize_t count) {
    while (count > 0 && from[count - 1] == 0) {
        count--;
    }
    if (count <= MOST_DIGITS) {
        Plain value = 0;
        for (Py_ssize_t k = count - 1; k >= 0; k--) {
            value = value << 30 | from[k];
        }
        return of_wide((Wide)value);
    }
    PyLongObject *made = long_of(count, false);
    memcpy(&CPY_LONG_DIGIT(made, 0), from, count * sizeof(digit));
    return (CPyTagged)made | CPY_INT_TAG;
}

/* `and`, `or` and `exclusive or` of longer numbers, as the canvases of `board/hiding.py` are. */
#define OF_TWO_LONG(name, sign, beyond, otherwise)                                            \
    __attribute__((noinline, optimize("O3"))) static CPyTagged name(CPyTagged left, CPyTagged right) { \
        digit own[2][LEAST_DIGITS], made[LONGEST];                                            \
        Py_ssize_t fewer, more;                                                               \
        const digit *one = digits_of(left, own[0], &fewer), *other = digits_of(right, own[1], &more); \
        if (one == NULL || other == NULL) {                                                   \
            return CPyTagged_BitwiseLongOp_(left, right, otherwise);                          \
        }                                                                                     \
        if (fewer > more) {                                                                   \
            const digit *between = one;                                                       \
            Py_ssize_t count = fewer;                                                         \
            one = other, other = between, fewer = more, more = count;                         \
        }                                                                                     \
        for (Py_ssize_t k = 0; k < fewer; k++) {                                              \
            made[k] = one[k] sign other[k];                                                   \
        }                                                                                     \
        if (beyond) {                                                                         \
            memcpy(made + fewer, other + fewer, (more - fewer) * sizeof(digit));              \
        }                                                                                     \
        return of_digits(made, beyond ? more : fewer);                                        \
    }

OF_TWO_LONG(long_and, &, false, '&')
OF_TWO_LONG(long_or, |, true, '|')
OF_TWO_LONG(long_xor, ^, true, '^')

/* A longer number without some of its bits. */
static CPyTagged long_rshift(CPyTagged number, Py_ssize_t count) {
    digit own[LEAST_DIGITS], made[LONGEST + 1];
    Py_ssize_t size, from = count / 30, bits = count % 30;
    const digit *digits = digits_of(number, own, &size);
    if (digits == NULL || from >= size) {
        return CPY_INT_TAG;
    }
    for (Py_ssize_t k = from; k < size; k++) {
        digit next = k + 1 < size ? digits[k + 1] : 0;
        made[k - from] = (digits[k] >> bits | next << (30 - bits)) & PyLong_MASK;
    }
    return of_digits(made, size - from);
}

#define OF_TWO(name, sign, otherwise)                             \
    CPyTagged name(CPyTagged left, CPyTagged right) {             \
        Wide one, other;                                          \
        if (likely(is_wide(left, &one) && is_wide(right, &other))) { \
            Wide made = one sign other;                           \
            if (likely(fits(made))) {                             \
                return of_wide(made);                             \
            }                                                     \
        }                                                         \
        return otherwise;                                         \
    }

OF_TWO(tipover_and, &, long_and(left, right))
OF_TWO(tipover_or, |, long_or(left, right))
OF_TWO(tipover_xor, ^, long_xor(left, right))
OF_TWO(tipover_add, +, CPyTagged_Add_(left, right))
OF_TWO(tipover_subtract, -, CPyTagged_Subtract_(left, right))

CPyTagged tipover_invert(CPyTagged number) {
    Wide value;
    return likely(is_wide(number, &value) && fits(~value)) ? of_wide(~value) : CPyTagged_Invert_(number);
}

CPyTagged tipover_negate(CPyTagged number) {
    Wide value;
    return likely(is_wide(number, &value)) ? of_wide(-value) : CPyTagged_Negate_(number);
}

CPyTagged tipover_rshift(CPyTagged left, CPyTagged right) {
    Wide value;
    if (likely(!CPyTagged_CheckLong(right) && right < 2 * 120 && is_wide(left, &value))) {
        return of_wide(value >> CPyTagged_ShortAsSsize_t(right));
    }
    if (!CPyTagged_CheckLong(right) && (Py_ssize_t)right >= 0) {
        CPyTagged made = long_rshift(left, CPyTagged_ShortAsSsize_t(right));
        if (made != CPY_INT_TAG) {
            return made;
        }
    }
    return CPyTagged_Rshift_(left, right);
}

CPyTagged tipover_lshift(CPyTagged left, CPyTagged right) {
    Wide value;
    if (likely(!CPyTagged_CheckLong(right) && right < 2 * 120 && is_wide(left, &value) && value >= 0)) {
        Py_ssize_t count = CPyTagged_ShortAsSsize_t(right);
        if (likely((Plain)value >> (120 - count) == 0)) {
            return of_wide(value << count);
        }
    }
    return CPyTagged_Lshift_(left, right);
}

bool tipover_is_equal(CPyTagged left, CPyTagged right) {
    Wide one, other;
    return likely(is_wide(left, &one) && is_wide(right, &other)) ? one == other : CPyTagged_IsEq_(left, right);
}


bool tipover_is_less(CPyTagged left, CPyTagged right) {
    Wide one, other;
    return likely(is_wide(left, &one) && is_wide(right, &other)) ? one < other : CPyTagged_IsLt_(left, right);
}

#else

int tipover_prepare(void) {
    return 0;
}

#endif
