"""C99 code of inverse dynamics."""

from __future__ import annotations

from ..graph.graph import Operation
from .formulas import CodeNotation, Formulas
from .header import header
from .program import Program

# fmt: off
# keywords of C99, C11 and C23; names that begin with an underscore are reserved too
_KEYWORDS = (
    "alignas", "alignof", "auto", "bool", "break", "case", "char", "const", "constexpr", "continue",
    "default", "do", "double", "else", "enum", "extern", "false", "float", "for", "goto", "if",
    "inline", "int", "long", "nullptr", "register", "restrict", "return", "short", "signed",
    "sizeof", "static", "static_assert", "struct", "switch", "thread_local", "true", "typedef",
    "typeof", "typeof_unqual", "union", "unsigned", "void", "volatile", "while",
)
# functions of <math.h> by C99, C23 and POSIX, each also with the suffix f or l
_FUNCTIONS = (
    "acos", "acosh", "acospi", "asin", "asinh", "asinpi", "atan", "atan2", "atan2pi", "atanh",
    "atanpi", "canonicalize", "cbrt", "ceil", "compoundn", "copysign", "cos", "cosh", "cospi",
    "dadd", "ddiv", "dfma", "dmul", "drem", "dsqrt", "dsub", "erf", "erfc", "exp", "exp10",
    "exp10m1", "exp2", "exp2m1", "expm1", "fabs", "fadd", "fdim", "fdiv", "ffma", "finite", "floor",
    "fma", "fmax", "fmaximum", "fmaximum_mag", "fmaximum_mag_num", "fmaximum_num", "fmin",
    "fminimum", "fminimum_mag", "fminimum_mag_num", "fminimum_num", "fmod", "fmul", "frexp",
    "fromfp", "fromfpx", "fsqrt", "fsub", "gamma", "hypot", "ilogb", "isinf", "isnan", "j0", "j1",
    "jn", "ldexp", "lgamma", "llogb", "llrint", "llround", "log", "log10", "log10p1", "log1p",
    "log2", "log2p1", "logb", "logp1", "lrint", "lround", "modf", "nan", "nearbyint", "nextafter",
    "nextdown", "nexttoward", "nextup", "pow", "pown", "powr", "remainder", "remquo", "rint",
    "rootn", "round", "roundeven", "rsqrt", "scalb", "scalbln", "scalbn", "significand", "sin",
    "sinh", "sinpi", "sqrt", "tan", "tanh", "tanpi", "tgamma", "trunc", "ufromfp", "ufromfpx", "y0",
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
    "isnormal", "issignaling", "issubnormal", "isunordered", "iszero", "lgamma_r", "lgammaf_r",
    "lgammal_r", "math_errhandling", "signbit", "signgam",
)
# fmt: on
C_RESERVED = frozenset(
    ("main", *_KEYWORDS, *_MACROS, *(f"{x}{kind}" for x in _FUNCTIONS for kind in ("", "f", "l")))
)
_LINE = 100


class _C(CodeNotation):
    times = "*"

    def function(self, operation: Operation, argument: str) -> str:
        if operation is Operation.SIGN:
            return f"(double)(({argument} > 0) - ({argument} < 0))"
        return f"{operation.value}({argument})"


def write_c(program: Program, name: str) -> str:
    """Write a program as a C99 function of this name, which writes the torques to ``tau``."""
    formulas = Formulas(program.graph, _C())
    used = {element.partition("[")[0] for element in program.used()}
    # no warning about unused arguments
    body = [f"(void){a.name};" for a in program.arguments if a.name not in used]
    body += [f"const double {variable} = {formula};" for variable, formula in formulas.named]
    body += [f"tau[{k}] = {formula};" for k, formula in enumerate(formulas.outputs)]

    parameters = [f"const double {a.name}[{a.size}]" for a in program.arguments]
    parameters.append(f"double tau[{program.arm.n}]")
    lines = [
        *(f" * {line}" for line in header(program)),
        " * tau must not overlap the arguments.",
        " */",
        "#include <math.h>",
        "",
        _declaration(f"void {name}(", parameters),
        "{",
        *(f"    {statement}" for statement in body),
        "}",
        "",
    ]
    return "/*" + "\n".join(lines)[2:]


def _declaration(start: str, parameters: list[str]) -> str:
    """Return the declaration of a function on one line, or with one parameter a line."""
    line = f"{start}{', '.join(parameters)})"
    if len(line) <= _LINE:
        return line
    return start + (",\n" + " " * len(start)).join(parameters) + ")"
