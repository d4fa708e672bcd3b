"""C99 code."""

from __future__ import annotations

import numpy as np

from ..graph.graph import Operation
from .arguments import Argument
from .formulas import CodeNotation, Formulas
from .header import header
from .language import Language, Request
from .program import Program

# fmt: off
# keywords of C99, C11 and C23, words and macros of GNU dialects; names that begin with an
# underscore are reserved too
_KEYWORDS = (
    "alignas", "alignof", "asm", "auto", "bool", "break", "case", "char", "const", "constexpr",
    "continue", "default", "do", "double", "else", "enum", "extern", "false", "float", "for",
    "goto", "if", "inline", "int", "linux", "long", "nullptr", "register", "restrict", "return",
    "short", "signed", "sizeof", "static", "static_assert", "struct", "switch", "thread_local",
    "true", "typedef", "typeof", "typeof_unqual", "union", "unix", "unsigned", "void", "volatile",
    "while",
)
# functions of <math.h> and <complex.h> by C99, C23 and POSIX, each also with the suffix of a type
_FUNCTIONS = (
    "acos", "acosh", "acospi", "asin", "asinh", "asinpi", "atan", "atan2", "atan2pi", "atanh",
    "atanpi", "cabs", "cacos", "cacosh", "canonicalize", "carg", "casin", "casinh", "catan",
    "catanh", "cbrt", "ccos", "ccosh", "ceil", "cexp", "cimag", "clog", "clog10", "compoundn",
    "conj", "copysign", "cos", "cosh", "cospi", "cpow", "cproj", "creal", "csin", "csinh",
    "csqrt", "ctan", "ctanh", "dadd", "ddiv", "dfma", "dmul", "drem", "dsqrt", "dsub", "erf",
    "erfc", "exp", "exp10", "exp10m1", "exp2", "exp2m1", "expm1", "fabs", "fadd", "fdim",
    "fdiv", "ffma", "finite", "floor", "fma", "fmax", "fmaximum", "fmaximum_mag",
    "fmaximum_mag_num", "fmaximum_num", "fmin", "fminimum", "fminimum_mag", "fminimum_mag_num",
    "fminimum_num", "fmod", "fmul", "frexp", "fromfp", "fromfpx", "fsqrt", "fsub", "gamma",
    "hypot", "ilogb", "isinf", "isnan", "j0", "j1", "jn", "ldexp", "lgamma", "llogb", "llrint",
    "llround", "log", "log10", "log10p1", "log1p", "log2", "log2p1", "logb", "logp1", "lrint",
    "lround", "modf", "nan", "nearbyint", "nextafter", "nextdown", "nexttoward", "nextup",
    "pow", "pow10", "pown", "powr", "remainder", "remquo", "rint", "rootn", "round",
    "roundeven", "rsqrt", "scalb", "scalbln", "scalbn", "significand", "sin", "sincos", "sinh",
    "sinpi", "sqrt", "tan", "tanh", "tanpi", "tgamma", "trunc", "ufromfp", "ufromfpx", "y0",
    "y1", "yn",
)
# its macros, types and variables
_MACROS = (
    "FP_FAST_FMA", "FP_FAST_FMAF", "FP_FAST_FMAL", "FP_ILOGB0", "FP_ILOGBNAN", "FP_INFINITE",
    "FP_INT_DOWNWARD", "FP_INT_TONEAREST", "FP_INT_TONEARESTFROMZERO", "FP_INT_TOWARDZERO",
    "FP_INT_UPWARD", "FP_LLOGB0", "FP_LLOGBNAN", "FP_NAN", "FP_NORMAL", "FP_SUBNORMAL", "FP_ZERO",
    "HUGE_VAL", "HUGE_VALF", "HUGE_VALL", "INFINITY", "MATH_ERREXCEPT", "MATH_ERRNO", "M_1_PI",
    "M_2_PI", "M_2_SQRTPI", "M_E", "M_LN10", "M_LN2", "M_LOG10E", "M_LOG2E", "M_PI", "M_PI_2",
    "M_PI_4", "M_SQRT1_2", "M_SQRT2", "NAN", "double_t", "float_t", "fpclassify", "iscanonical",
    "iseqsig", "isfinite", "isgreater", "isgreaterequal", "isless", "islessequal", "islessgreater",
    "isnormal", "issignaling", "issubnormal", "isunordered", "iszero", "gamma_r", "gammaf_r",
    "gammal_r", "lgamma_r", "lgammaf_r", "lgammal_r", "math_errhandling", "signbit", "signbitd128",
    "signbitd32", "signbitd64", "signbitf", "signbitl", "signgam",
)
# functions of the other headers, and those of POSIX that compilers or programs call by themselves:
# one with such a name would be called in their place
_LIBRARY = (
    "abort", "abs", "accept", "access", "aligned_alloc", "alloca", "asctime", "assert",
    "at_quick_exit", "atexit", "atof", "atoi", "atol", "atoll", "bcmp", "bcopy", "bind",
    "bsearch", "btowc", "bzero", "call_once", "calloc", "clearerr", "clock", "close", "connect",
    "ctime", "dcgettext", "dgettext", "difftime", "div", "dup", "execl", "execle", "execlp",
    "execv", "execve", "execvp", "exit", "fclose", "fcntl", "feclearexcept", "fegetenv",
    "fegetexceptflag", "fegetround", "feholdexcept", "feof", "feraiseexcept", "ferror",
    "fesetenv", "fesetexceptflag", "fesetround", "fetestexcept", "feupdateenv", "fflush", "ffs",
    "ffsimax", "ffsl", "ffsll", "fgetc", "fgetpos", "fgets", "fgetwc", "fgetws", "fopen",
    "fork", "fprintf", "fprintf_unlocked", "fputc", "fputc_unlocked", "fputs", "fputs_unlocked",
    "fputwc", "fputws", "fread", "free", "freopen", "fscanf", "fseek", "fsetpos", "ftell",
    "fwide", "fwprintf", "fwrite", "fwrite_unlocked", "fwscanf", "getc", "getchar", "getenv",
    "getopt", "gets", "gettext", "getwc", "getwchar", "gmtime", "imaxabs", "imaxdiv", "index",
    "ioctl", "isalnum", "isalpha", "isascii", "isblank", "iscntrl", "isdigit", "isgraph",
    "islower", "isprint", "ispunct", "isspace", "isupper", "iswalnum", "iswalpha", "iswblank",
    "iswcntrl", "iswctype", "iswdigit", "iswgraph", "iswlower", "iswprint", "iswpunct",
    "iswspace", "iswupper", "iswxdigit", "isxdigit", "kill", "labs", "ldiv", "link", "listen",
    "llabs", "lldiv", "localeconv", "localtime", "longjmp", "lseek", "malloc", "mblen",
    "mbrlen", "mbrtowc", "mbsinit", "mbsrtowcs", "mbstowcs", "mbtowc", "memalign", "memccpy",
    "memchr", "memcmp", "memcpy", "memmove", "mempcpy", "memset", "mktime", "open", "pause",
    "perror", "pipe", "poll", "posix_memalign", "printf", "printf_unlocked", "putc",
    "putc_unlocked", "putchar", "putchar_unlocked", "puts", "puts_unlocked", "putwc",
    "putwchar", "qsort", "quick_exit", "raise", "rand", "read", "realloc", "recv", "remove",
    "rename", "rewind", "rindex", "scanf", "select", "send", "setbuf", "setjmp", "setlocale",
    "setvbuf", "shutdown", "signal", "sleep", "snprintf", "socket", "sprintf", "srand",
    "sscanf", "stat", "stpcpy", "stpncpy", "strcasecmp", "strcat", "strchr", "strcmp",
    "strcoll", "strcpy", "strcspn", "strdup", "strerror", "strfmon", "strftime", "strlen",
    "strncasecmp", "strncat", "strncmp", "strncpy", "strndup", "strnlen", "strpbrk", "strrchr",
    "strspn", "strstr", "strtod", "strtof", "strtoimax", "strtok", "strtol", "strtold",
    "strtoll", "strtoul", "strtoull", "strtoumax", "strxfrm", "swprintf", "swscanf", "sync",
    "system", "thrd_create", "thrd_join", "thrd_sleep", "thrd_yield", "time", "timespec_get",
    "tmpfile", "tmpnam", "toascii", "tolower", "toupper", "towctrans", "towlower", "towupper",
    "ungetc", "ungetwc", "unlink", "va_arg", "va_copy", "va_end", "va_start", "vfork",
    "vfprintf", "vfscanf", "vfwprintf", "vfwscanf", "vprintf", "vscanf", "vsnprintf",
    "vsprintf", "vsscanf", "vswprintf", "vswscanf", "vwprintf", "vwscanf", "wait", "wcrtomb",
    "wcscat", "wcschr", "wcscmp", "wcscoll", "wcscpy", "wcscspn", "wcsftime", "wcslen",
    "wcsncat", "wcsncmp", "wcsncpy", "wcspbrk", "wcsrchr", "wcsrtombs", "wcsspn", "wcsstr",
    "wcstod", "wcstof", "wcstoimax", "wcstok", "wcstol", "wcstold", "wcstoll", "wcstombs",
    "wcstoul", "wcstoull", "wcstoumax", "wcsxfrm", "wctob", "wctomb", "wctrans", "wctype",
    "wmemchr", "wmemcmp", "wmemcpy", "wmemmove", "wmemset", "wprintf", "write", "wscanf",
)
# fmt: on
_TYPES = ("", "f", "l", "f16", "f32", "f32x", "f64", "f64x", "f128", "d32", "d64", "d128")
C_RESERVED = frozenset(
    (
        "main",
        *_KEYWORDS,
        *_MACROS,
        *_LIBRARY,
        *(f"{x}{kind}" for x in _FUNCTIONS for kind in _TYPES),
    )
)
_LINE = 100


class CNotation(CodeNotation):
    """Notation of C in double or single precision."""

    times = "*"

    def __init__(self, dtype: str) -> None:
        self.dtype, self._suffix = dtype, "f" if dtype == "float" else ""

    def number(self, value: float) -> str:
        """Write all digits that the precision has."""
        return single(value) + "f" if self._suffix else repr(value)

    def function(self, operation: Operation, argument: str) -> str:
        """Call a function of <math.h> of the precision, or compare."""
        if operation is Operation.SIGN:
            return f"({self.dtype})(({argument} > 0) - ({argument} < 0))"
        return f"{operation.value}{self._suffix}({argument})"


def write_c(program: Program, request: Request) -> str:
    """Write a program as a C99 function, which writes its results to arrays."""
    dtype = request.dtype
    formulas = Formulas(program.graph, CNotation(dtype))
    # no warning about unused arguments
    body = [f"(void){name};" for name in unused(program)]
    body += [f"const {dtype} {variable} = {formula};" for variable, formula in formulas.named]
    body += assigned(program, formulas)
    lines = [
        *comment(program),
        "#include <math.h>",
        "",
        _declaration(program, request),
        "{",
        *(f"    {statement}" for statement in body),
        "}",
        "",
    ]
    return "\n".join(lines)


def write_c_header(program: Program, request: Request) -> str:
    """Write the header that declares the function of `write_c`, for C and C++."""
    guard = f"{request.name.upper()}_H"
    lines = [
        *comment(program),
        f"#ifndef {guard}",
        f"#define {guard}",
        "",
        "#ifdef __cplusplus",
        'extern "C" {',
        "#endif",
        "",
        f"{_declaration(program, request)};",
        "",
        "#ifdef __cplusplus",
        "}",
        "#endif",
        "",
        "#endif",
        "",
    ]
    return "\n".join(lines)


def comment(program: Program) -> list[str]:
    """Return the lines of the comment at the top."""
    start, *lines = header(program)
    results = " and ".join(result.name for result in program.results)
    last = f"{results} must not overlap the arguments. Matrices lie row after row."
    return [f"/* {start}", *(f" * {line}" for line in (*lines, last)), " */"]


def unused(program: Program) -> list[str]:
    """Return the arguments that no result depends on."""
    used = {element.partition("[")[0] for element in program.used()}
    return [argument.name for argument in program.arguments if argument.name not in used]


def assigned(program: Program, formulas: Formulas) -> list[str]:
    """Return the statements that give their values to the elements of the results."""
    elements = [element for result in program.results for element in result.elements]
    return [f"{x} = {formula};" for x, formula in zip(elements, formulas.outputs, strict=True)]


def single(value: float) -> str:
    """Write a number in the digits of single precision; one that is not zero stays so.

    Raises
    ------
    ValueError
        If it has none there: too large.
    """
    with np.errstate(over="ignore", under="ignore"):
        rounded = np.float32(value)
    if rounded == 0 and value != 0:
        rounded = np.copysign(np.finfo(np.float32).tiny, np.float32(value))
    if not np.isfinite(rounded):
        raise ValueError(f"dtype: 'float' cannot represent {value:g}")
    return str(rounded)


def listed(start: str, items: list[str], end: str) -> str:
    """Return what is between parentheses on one line, or with one item a line."""
    line = f"{start}{', '.join(items)}{end}"
    if len(line) <= _LINE:
        return line
    return start + (",\n" + " " * len(start)).join(items) + end


def _declaration(program: Program, request: Request) -> str:
    name, dtype, _ = request

    def declared(argument: Argument) -> str:
        return f"{dtype} {argument.name}[{argument.size}]"

    parameters = [f"const {declared(argument)}" for argument in program.arguments]
    parameters += [declared(result) for result in program.results]
    return listed(f"void {name}(", parameters, ")")


C = Language(
    "C99",
    "arrays of numbers, row after row; writes the results to arrays",
    write_c,
    C_RESERVED,
    names=r"[A-Za-z]\w*",
    dtypes=("double", "float"),
    write_header=write_c_header,
)
