"""Words and phrases that texts, comments and messages do not use, and the plainer ones."""

import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXTS = [
    *sorted(ROOT.glob("docs/*.md")),
    *sorted(ROOT.glob("docs/developing/*.md")),
    *sorted(ROOT.glob("docs/texts/**/*.md")),
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
]
WEB = ROOT / "python" / "equidyn" / "page" / "web"
PAGE = [WEB / "page.html", *sorted(WEB.rglob("*.js"))]
# folders and files with comments and messages
SOURCES = (
    "python",
    "cpp",
    "tests",
    "tools",
    "cmake",
    "CMakeLists.txt",
    ".ci",
    ".github",
    "pyproject.toml",
)
COMMENTS = {
    r"//[/!<]*": (".hpp", ".cpp", ".h"),
    "#": (".py", ".cmake", ".toml", ".yml", ".txt", "run"),
}
BETTER = {
    # terms of robotics
    r"mass centres?": "centre of mass",
    r"postures?": "configuration",
    r"exciting (trajectory|motion)": "excitation trajectory",
    r"(the|of|by|in|need) drives": "motors, or actuators",
    r"bearings(?! hold\?)": "constraints of a joint",  # a chapter has it in its title
    r"less gravity|less that of": "minus",
    r"(is|are|was|be|been) turned|turned into (the )?frames?": "rotated",
    r"turns? for nothing": "rotates unnecessarily",
    r"re-fram\w+": "converted",
    r"(that|which) (no|some) body (can have|has)": "physically impossible, or possible",
    r"askew": "tilted",
    # common words
    r"(held|to hold .{1,30}) against": "compared with, or to check",
    r"far apart|taken? apart": "difference, or split",
    r"dearer": "more expensive",
    r"in print": "published",
    r"as printed": "as published",
    r"to and fro": "oscillates",
    r"ever (more|less|higher|longer)": "increasing, or decreasing",
    r"some (\d|ten\b|hundred\b|thousand\b)": "about",
    r"twentieths?|tenths? of a second|(two|three|four) fifths": "5 %, 0.1 s, 80 %",
    r"beforehand": "in advance",
    r"nothing but": "only",
    r"(of|for|in|on|by|to) so many": "a number of",
    r"of each two": "between each pair of",
    r"stands? twice": "occurs twice",
    r"kinematics alone": "only kinematics",
    r"(has|have) (that|them|it) (stand|move|lie)": "lets, or makes",
    r"marks? themselves": "grades itself",
    r"plants? (a|one|those|mistakes)": "insert",
    # literary and archaic phrases
    r"that nobody \w+s": "name who does it",
    r"ha(s|ve|d) not got": "lacks",
    r"wherever|thereof|whereupon|whereby|wherein|likewise|hitherto": "if, its, then, also",
    r"by whatever|on whatever|be (they|it) (of|in|on)": "any",
    r"(of|by|to|from) which (are|is|was|were) \w+": "begin with the subject",
    r"as ever\b|all the while|where not": "as usual, during it, if not",
    r"(an?|the) \w+ (is|are) said\b": "reported",
    r"(is|are) no (number|rounding|polynomial|answers?|sandbox)": "is not a",
    r"knows no": "does not depend on",
    r"waits? in its field": "is left in its field",
    r"at a press": "with each click",
    # sentences without a verb
    r"(^|(?<=[.:] ))To (teach|show|compute|refute)\b(?=[^.]*\.)": "Teach it to, use it to",
    r"(^|(?<=\. ))(Not to|Never (in|for)) \w+": "Do not use it",
}
PATTERNS = {
    re.compile(rf"(?<![\w-])(?:{pattern})(?!\w)"): better for pattern, better in BETTER.items()
}
ANY = re.compile("|".join(pattern.pattern for pattern in PATTERNS))


def prose(text):
    """Return the paragraphs of a page, each on one line, without code and targets of links."""
    text = re.sub(r"^( *)```.*?^\1```", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"`[^`]*`", "code", text)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    return [" ".join(each.split()) for each in re.split(r"\n\s*\n|\n(?= *[-|] )", text)]


def words_of(script):
    """Return the comments and strings of a script, each as a paragraph; added strings are one."""
    comment = re.compile(r"(?:^|(?<=\s))// ?(.*)", re.MULTILINE)
    code = re.sub(r"^import [^;]*;", "", comment.sub("", script), flags=re.MULTILINE)
    code = re.sub(r'"\s*\+ "', "", code)
    strings = [one or other for one, other in re.findall(r'"([^"\n]*)"|`([^`]*)`', code)]
    return "\n\n".join([*comment.findall(script), *strings])


def found(text):
    """Return each phrase of a text that has a plainer one, with that."""
    return [
        f"{match[0]!r}: rather {better!r}, in {line!r}"
        for line in prose(text)
        if ANY.search(line)
        for pattern, better in PATTERNS.items()
        for match in pattern.finditer(line)
    ]


def sources():
    """Return the files of the project with comments."""
    suffixes = tuple(suffix for group in COMMENTS.values() for suffix in group)
    paths = [path for name in SOURCES for path in (ROOT / name, *(ROOT / name).rglob("*"))]
    return sorted(path for path in paths if path.is_file() and path.name.endswith(suffixes))


def said(path):
    """Return comments, docstrings and texts of a source, without names of arguments."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        text = "\n".join(map(said_by, tokens))
        return re.sub(r"^ *[\w, *]+ : .*$", "", text, flags=re.MULTILINE)
    mark = next(mark for mark, suffixes in COMMENTS.items() if path.name.endswith(suffixes))
    lines = (re.split(mark, line, maxsplit=1) for line in text.splitlines())
    return "\n".join(line[1] if len(line) > 1 else "" for line in lines)


def said_by(token):
    """Return the words of a comment or a text; an empty line ends a statement."""
    if token.type == tokenize.COMMENT:
        return token.string.lstrip("#! ")
    if token.type == tokenize.STRING and " " in token.string:
        return f"\n\n{token.string.strip('rbf')}\n\n"
    return "\n" if token.type == tokenize.NEWLINE else ""


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_text_uses_the_plain_words(path):
    assert not found(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", PAGE, ids=lambda path: path.relative_to(WEB).as_posix())
def test_the_page_of_the_laboratory_uses_the_plain_words(path):
    text = path.read_text(encoding="utf-8")
    assert not found(words_of(text) if path.suffix == ".js" else text)


def test_a_phrase_is_found_in_comments_and_in_added_strings():
    script = 'const x = "The mass "  // askew\n  + "centre"; f(`${x} is held against it`);'
    assert len(found(words_of(script))) == 3


def test_comments_and_messages_use_the_plain_words():
    others = [path for path in sources() if path != Path(__file__)]
    assert len(others) > 500
    assert not [
        f"{path.relative_to(ROOT)}: {each}" for path in others for each in found(said(path))
    ]


@pytest.mark.parametrize(
    "text",
    [
        "They are held\nagainst each other.",
        "- The mass\n  centre of a link.",
        "| row | of the drives |",
        "It takes some 0.2 s.",
        "Read this. To teach where it comes from.",
        "An arm that some body has.",
    ],
)
def test_a_phrase_is_found_across_lines(text):
    assert len(found(text)) == 1


def test_code_and_links_are_not_read():
    assert not found("```\nmass centre\n```\n\n`exciting_trajectory` of [this](mass centre.md).")
