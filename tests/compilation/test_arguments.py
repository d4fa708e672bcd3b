"""What compile_formulation says before it compiles anything."""

import pytest

import equidyn
from compilation.headers import TEMPLATE, header
from equidyn.compilation import compiler, library, structs


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"path": 7}, TypeError, "path: expected the path of a file, got int"),
        ({"struct": 7}, TypeError, "struct: expected a string, got int"),
        ({"struct": "mine Kane"}, ValueError, "struct: expected a name such as 'mine::Kane'"),
        ({"flags": "-O2"}, TypeError, "flags: expected several options, got the string '-O2'"),
        ({"flags": [2]}, TypeError, "flags: expected a string, got int"),
        ({"compiler": "no such"}, FileNotFoundError, "compiler: looked for no such, found none"),
        ({"compiler": 7}, TypeError, "compiler: expected the name or path of a program, got int"),
        ({"compiler": "g\0"}, ValueError, r"compiler: expected characters that .* got 'g.x00'"),
        (
            {"flags": ["a\0b"]},
            ValueError,
            "flags: expected characters that a command line can hold",
        ),
        ({"flags": ["\ud800"]}, ValueError, r"flags: expected characters that .*, got '.ud800'"),
        ({"struct": "9" * 10**5}, ValueError, "struct: expected a name such as .*, got '9{100}…'$"),
    ],
)
def test_an_argument_is_refused_by_its_name(tmp_path, given, error, message):
    path = header(tmp_path / "mine.hpp")
    with pytest.raises(error, match=message):
        equidyn.compile_formulation(**{"path": path, **given})


def test_a_file_that_is_missing_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"none\.hpp"):
        equidyn.compile_formulation(tmp_path / "none.hpp")


def test_a_file_without_formulation_says_what_it_lacks(tmp_path):
    (tmp_path / "empty.hpp").write_text("struct Mine { int info; };")
    with pytest.raises(ValueError, match="path: expected a struct with `static constexpr Form"):
        equidyn.compile_formulation(tmp_path / "empty.hpp")


def test_one_of_several_formulations_is_asked_for(tmp_path):
    text = TEMPLATE.format(name="one", end="")
    (tmp_path / "both.hpp").write_text(text + text.replace("Mine", "Other"))
    with pytest.raises(ValueError, match=r"has several .*, mine::Mine, mine::Other; choose"):
        equidyn.compile_formulation(tmp_path / "both.hpp")


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("namespace a::b { namespace c { struct D { constexpr I info{1}; }; } }", "a::b::c::D"),
        ("namespace { struct D final : B { static constexpr auto info = f({1}); }; }", "D"),
        ("namespace a { inline namespace v { class D { constexpr I info{}; }; } }", "a::v::D"),
        ("// struct A { static constexpr Info info{}; };\nint x = 1'000; char y = '{';", ""),
        ('auto s = R"x(struct A { static constexpr Info info{}; };)x"; auto t = "{\\"{";', ""),
        ("template <class F> struct A { static constexpr Info info{}; };", ""),
        ("#define OPEN {\nstruct A { void f() { constexpr Info info{}; } };", ""),
        ("struct A { struct B { static constexpr Info info{}; }; enum class E { x }; };", "A::B"),
        ("}}}} struct A { static constexpr Info info{}", "A"),
    ],
)  # fmt: skip
def test_structs_with_info_are_found(source, names):
    assert list(structs._with_info(source)) == [name for name in names.split() if name]


@pytest.mark.parametrize(
    "open_end",
    ['R"(', 'R"', "/*", '"\\"', "'\\'", "{", "namespace a {", "struct A { constexpr I info{1}; };"],
)
def test_a_header_that_never_ends_a_thing_is_read_once(tmp_path, open_end):
    """Where each of the 40,000 would be looked at from every one before, this took minutes."""
    (tmp_path / "open.hpp").write_text(open_end * 40_000)
    with pytest.raises(ValueError, match=r"^(path|struct): .{,300}$"):
        equidyn.compile_formulation(tmp_path / "open.hpp")


def test_no_compiler_is_said_with_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CXX", raising=False)
    with pytest.raises(
        FileNotFoundError, match=r"for c\+\+, g\+\+, clang\+\+, found none; install"
    ):
        compiler.Compiler.found(None)
    monkeypatch.setenv("CXX", "ccache my-own-g++")
    with pytest.raises(FileNotFoundError, match="for ccache, found none; install"):
        compiler.Compiler.found(None)
    monkeypatch.setenv("CXX", "g++ 'x")
    with pytest.raises(
        ValueError, match='CXX: expected a command line, got "g\\+\\+ \'x": No clos'
    ):
        compiler.Compiler.found(None)


def test_no_eigen_is_said_with_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setattr(compiler.sys, "path", [])
    monkeypatch.setattr(compiler, "_PREFIXES", ())
    monkeypatch.setattr(compiler.sys, "prefix", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="pip install cmeel-eigen"):
        compiler.eigen_folder()


def test_the_cache_is_where_the_platform_has_it(monkeypatch, tmp_path):
    monkeypatch.setenv("EQUIDYN_CACHE", str(tmp_path))
    assert library.cache_folder() == tmp_path
    monkeypatch.delenv("EQUIDYN_CACHE")
    monkeypatch.setattr(library.sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert library.cache_folder() == tmp_path / "equidyn"
    monkeypatch.setattr(library.sys, "platform", "darwin")
    assert library.cache_folder().parts[-2:] == ("Caches", "equidyn")


def test_names_in_a_rule_of_make_are_unescaped():
    rule = "library: /a/table.cpp \\\n /a/two\\ words.hpp /a/\\#b$$c.hpp\n"
    assert library._names(rule) == ["/a/table.cpp", "/a/two words.hpp", "/a/#b$c.hpp"]
