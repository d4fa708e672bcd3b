"""No function has a name that its language reserves, and all others give the torques."""

import builtins
import shutil
import subprocess
from functools import cache

import numpy as np
import pytest

from equidyn.codegen import generate
from equidyn.codegen.generated_code import OF_FUNCTIONS
from equidyn.robots import planar_2r

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
NODE = shutil.which("node")

ARM = planar_2r()
STATE = ((0.1, 0.2), (0.3, 0.4), (0.5, 0.6))
TORQUE = ARM.inverse_dynamics(*STATE)

# the standards' own lists: Python 3.14, 2.3.1; C99 6.4.1 with C11 and C23; ECMAScript 2024, 12.7.2
# with what strict code adds in 12.7.2 and 13.1.1
KEYWORDS = {
    "numpy": """
        False None True and as assert async await break class continue def del elif else except
        finally for from global if import in is lambda nonlocal not or pass raise return try while
        with yield""",
    "c": """
        auto break case char const continue default do double else enum extern float for goto if
        inline int long register restrict return short signed sizeof static struct switch typedef
        union unsigned void volatile while _Bool _Complex _Imaginary
        _Alignas _Alignof _Atomic _Generic _Noreturn _Static_assert _Thread_local
        alignas alignof bool constexpr false nullptr static_assert thread_local true typeof
        asm linux unix typeof_unqual _BitInt _Decimal128 _Decimal32 _Decimal64""",
    "cpp": """
        alignas alignof asm auto bool break case catch char char8_t char16_t char32_t class concept
        const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype
        default delete do double dynamic_cast else enum explicit export extern false float for
        friend goto if inline int long mutable namespace new noexcept nullptr operator private
        protected public register reinterpret_cast requires return short signed sizeof static
        static_assert static_cast struct switch template this thread_local throw true try typedef
        typeid typename union unsigned using virtual void volatile wchar_t while
        and and_eq bitand bitor compl not not_eq or or_eq xor xor_eq""",
    "rust": """
        as break const continue crate else enum extern false fn for if impl in let loop match mod
        move mut pub ref return self Self static struct super trait true type unsafe use where while
        async await dyn abstract become box do final macro override priv typeof unsized virtual
        yield try gen _""",
    "matlab": """
        break case catch classdef continue else elseif end for function global if otherwise parfor
        persistent return spmd switch try while
        do until endfor endfunction endif endswitch endwhile end_try_catch unwind_protect
        unwind_protect_cleanup end_unwind_protect endparfor endclassdef endenumeration endevents
        endmethods endproperties endspmd""",
    "julia": """
        baremodule begin break catch const continue do else elseif end export false finally for
        function global if import let local macro module quote return struct true try using
        while""",
    "javascript": """
        await break case catch class const continue debugger default delete do else enum export
        extends false finally for function if import in instanceof new null return super switch
        this throw true try typeof var void while with yield
        let static implements interface package private protected public arguments eval""",
}
KEYWORDS |= dict.fromkeys(("python", "sympy"), KEYWORDS["numpy"])
# what the code uses, or includes: C99 7.12 and the functions that POSIX adds
USED = {
    "python": "cos sin __debug__",
    "numpy": "np xp ValueError __debug__",
    "sympy": "Matrix Rational cos sin sign symbols range tuple __debug__",
    "c": """
        main float_t double_t HUGE_VAL HUGE_VALF HUGE_VALL INFINITY NAN FP_INFINITE FP_NAN FP_NORMAL
        FP_SUBNORMAL FP_ZERO FP_FAST_FMA FP_FAST_FMAF FP_FAST_FMAL FP_ILOGB0 FP_ILOGBNAN MATH_ERRNO
        MATH_ERREXCEPT math_errhandling fpclassify isfinite isinf isnan isnormal signbit isgreater
        isgreaterequal isless islessequal islessgreater isunordered signgam M_PI M_E""",
    "cpp": """
        main std cos sin isnan NAN INFINITY NULL EOF INT_MAX SIZE_MAX EDOM RAND_MAX CHAR_BIT M_PIf
        errno stderr offsetof size_t int32_t uint time_t printf assert""",
    "rust": "main",
    "matlab": "cos sin sign zeros",
    "julia": "cos sin sign reshape",
    "javascript": "Math",
}
FUNCTIONS_OF_C = """
    acos asin atan atan2 cos sin tan acosh asinh atanh cosh sinh tanh exp exp2 expm1 frexp ilogb
    ldexp log log10 log1p log2 logb modf scalbn scalbln cbrt fabs hypot pow sqrt erf erfc lgamma
    tgamma ceil floor nearbyint rint lrint llrint round lround llround trunc fmod remainder remquo
    copysign nan nextafter nexttoward fdim fmax fmin fma j0 j1 jn y0 y1 yn"""
USED["c"] += "".join(f" {x} {x}f {x}l {x}f64" for x in FUNCTIONS_OF_C.split())
# of the other headers of C99, whose names are reserved whether they are included or not (7.1.3)
USED["c"] += """
    abort abs assert atexit atoi bsearch calloc clock cabs csqrtf div exit fclose fopen free fputs
    getc getenv isalpha
    labs localeconv longjmp malloc memcpy memset mktime perror printf putchar puts
    qsort raise rand realloc remove rename scanf setlocale signal snprintf strlen strtod system
    time tolower towupper va_end vprintf wcslen wmemset"""

RESERVED = {language: f"{KEYWORDS[language]} {USED[language]}".split() for language in OF_FUNCTIONS}
OTHERS = {*" ".join(KEYWORDS.values()).split(), "Math", "np", "main", "cos", "y1", "torque_T1"}
OTHERS |= {"NULL", "EOF", "printf", "errno", "size_t"}


@cache
def sources(language):
    """Code by name, of every name that this language does not reserve but another does."""
    hidden = {name for name in OTHERS if language in ("c", "cpp") and name[0] == "_"}
    if language == "cpp":
        hidden |= set(RESERVED["c"])
    names = sorted(OTHERS - {*RESERVED[language], *hidden})
    return {name: generate(ARM, language=language, name=name).source for name in names}


@pytest.mark.parametrize("language", RESERVED)
def test_a_reserved_word_is_refused(language):
    for name in RESERVED[language]:
        with pytest.raises(ValueError, match=rf"^name: .* does not reserve, got '{name}'$"):
            generate(ARM, language=language, name=name)


def test_functions_of_all_other_names_give_the_torques_in_python():
    named = sources("numpy") | {
        name: generate(ARM, language="numpy", name=name).source
        for name in set(dir(builtins)) - set(RESERVED["numpy"])
    }
    for name, source in named.items():
        module = {}
        exec(source, module)
        np.testing.assert_allclose(module[name](*STATE), TORQUE, rtol=1e-12, err_msg=name)


@pytest.mark.skipif(NODE is None, reason="there is no Node.js on the path")
def test_functions_of_all_other_names_give_the_torques_in_javascript(tmp_path):
    lines = []
    for k, (name, source) in enumerate(sources("javascript").items()):
        (tmp_path / f"{k}.mjs").write_text(source)
        lines += [f"import {{ {name} as f{k} }} from './{k}.mjs'", f"console.log(f{k}(...state))"]
    state = f"const state = {[list(x) for x in STATE]}"
    (tmp_path / "all.mjs").write_text("\n".join([state, *lines]))
    command = [NODE, str(tmp_path / "all.mjs")]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")
    found = [[float(x) for x in line.strip(" []").split(",")] for line in printed if line]
    np.testing.assert_allclose(found, np.broadcast_to(TORQUE, (len(lines) // 2, 2)), rtol=1e-12)


@pytest.mark.skipif(COMPILER is None, reason="there is no C compiler on the path")
@pytest.mark.parametrize(
    ("language", "standard"),
    [("c", "c99"), ("c", "gnu11"), ("cpp", "c++11"), ("cpp", "gnu++20")],
)
def test_functions_of_all_other_names_compile(language, standard, tmp_path):
    (tmp_path / "all.h").write_text("\n".join(sources(language).values()))
    program = tmp_path / f"all.{language}"
    program.write_text('#include "all.h"\n')
    command = [COMPILER, "-pedantic", "-Wall", "-Wextra", "-Werror", f"-std={standard}"]
    done = subprocess.run(
        [*command, "-c", program, "-o", tmp_path / "all.o"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
