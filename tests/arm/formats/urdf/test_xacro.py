"""Xacro is a program: it runs only when asked to, and then apart from this process."""

import os
import re
import signal
import sys
import threading
from contextlib import suppress

import pytest

import equidyn
from equidyn import Arm, cli, robots
from equidyn.arm.formats.urdf import markup, xacro

pytest.importorskip("xacro")

HEAD = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'
REFUSED = "expected URDF, got xacro, which can run any command"
# xacro looks for forbidden names in the outermost code of an expression alone
OS = (
    "(lambda: [c for c in ().__class__.__base__.__subclasses__() "
    "if c.__name__ == '_wrap_close'][0].__init__.__globals__)()"
)


def chain(n):
    """A chain of n joints by a macro, and the URDF that is meant."""
    link = (
        '<link name="l{0}"><inertial><mass value="1"/>'
        '<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>'
    )
    joint = '<joint name="j{0}" type="continuous"><parent link="l{0}"/><child link="l{1}"/></joint>'
    joints = "".join(joint.format(i, i + 1) for i in range(n))
    macro = f'<xacro:macro name="k" params="i">{link.format("${i}")}</xacro:macro>'
    calls = "".join(f'<xacro:k i="{i}"/>' for i in range(n + 1))
    links = "".join(link.format(i) for i in range(n + 1))
    return f"{HEAD}{macro}{calls}{joints}</robot>", f'<robot name="r">{links}{joints}</robot>'


@pytest.fixture
def written(tmp_path):
    """Write a file of xacro."""

    def write(text, name="arm.xacro"):
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


@pytest.mark.parametrize(
    "read",
    [
        Arm.from_urdf,
        robots.load,
        lambda path: equidyn.verify(path, samples=1),
        lambda path: equidyn.verify(str(path), samples=1),
    ],
)
def test_a_file_of_xacro_that_nobody_asked_to_run_is_refused_and_not_run(written, tmp_path, read):
    mark = tmp_path / "executed"
    path = written(f"{HEAD}${{{OS}['system']('touch {mark}')}}{chain(1)[1]}</robot>")
    with pytest.raises(ValueError, match=rf"^{re.escape(str(path))}: {REFUSED}.*xacro=True"):
        read(path)
    assert not mark.exists()


@pytest.mark.parametrize("name", ["arm.urdf", "arm.XACRO"])
def test_xacro_is_known_by_its_elements_and_by_its_suffix(written, name):
    with pytest.raises(ValueError, match=REFUSED):
        Arm.from_urdf(written(chain(1)[0], name))


def test_a_urdf_that_only_names_the_namespace_of_xacro_is_a_urdf():
    plain = chain(2)[1]
    named = plain.replace('<robot name="r">', HEAD)
    assert Arm.from_urdf(named) == Arm.from_urdf(plain)


@pytest.mark.parametrize("name", ["arm.xacro", "arm.urdf.xacro", "arm.urdf"])
def test_a_file_is_expanded_on_request(written, name):
    macros, plain = chain(3)
    path = written(macros, name)
    assert Arm.from_urdf(path, xacro=True) == Arm.from_urdf(plain)
    assert robots.load(str(path), xacro=True) == Arm.from_urdf(plain)


def test_the_command_line_expands_on_request(written, capsys):
    path = written(chain(2)[0])
    options = ["--samples", "1", "--formulations", "kane"]
    assert cli.main(["verify", str(path), *options]) == 2
    assert f"{path}: {REFUSED}" in capsys.readouterr().err
    assert cli.main(["verify", str(path), "--xacro", *options]) == 0


def test_only_a_file_of_a_urdf_is_expanded():
    with pytest.raises(ValueError, match=r"^xacro: expected the path of a file, got XML$"):
        Arm.from_urdf(chain(1)[0], xacro=True)
    for other in ("puma560", "arm.json"):
        with pytest.raises(ValueError, match=rf"^xacro: only for robots in a URDF, got .*{other}"):
            robots.load(other, xacro=True)
    with pytest.raises(TypeError, match=r"^xacro: expected True, False or arguments .* got int$"):
        Arm.from_urdf(chain(1)[1], xacro=1)


# a robot of one joint whose kind, and reach, are arguments
ASKED = (
    HEAD
    + '<xacro:arg name="kind"/><xacro:arg name="reach" default="1"/><link name="base"/>'
    + '<link name="$(arg kind)_1"/><joint name="j" type="continuous"><parent link="base"/>'
    + '<child link="$(arg kind)_1"/><origin xyz="$(arg reach) 0 0"/></joint></robot>'
)


@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
def test_arguments_of_a_file_are_given(written, capsys):
    path = written(ASKED)
    arm = Arm.from_urdf(path, xacro={"kind": "big", "reach": 2.5})
    assert arm.link_names == ("big_1",)
    assert arm.forward_kinematics([0])[0, 3] == 2.5
    assert robots.load(path, xacro={"kind": True}).link_names == ("true_1",)
    shell = ["vectors", str(path), "--xacro-args", "kind=a=b,reach=2"]
    assert cli.main(shell) == 2
    assert "the arm has only kinematics" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "given", "said"),
    [
        (
            ASKED,
            True,
            "xacro could not expand the file: the argument 'kind' has no default; give arguments "
            "as xacro={'kind': ...} or --xacro-args kind=...",
        ),
        (
            ASKED.replace('<xacro:arg name="kind"/>', ""),
            True,
            "Undefined substitution argument.*; give arguments as xacro={'kind': ...}",
        ),
        (
            ASKED,
            {"kind": "a", "raech": 1},
            "xacro could not expand the file: there is no argument 'raech' (known: kind, reach)",
        ),
        (
            f'{HEAD}<xacro:macro name="arm" params="p"><link name="${{p}}"/></xacro:macro></robot>',
            True,
            "xacro expands the file to nothing: it only defines the macros 'arm'; expected the "
            "file that calls them",
        ),
        (
            f'{HEAD}<xacro:include filename="$(find some_description)/x.xacro"/></robot>',
            True,
            "xacro could not expand the file: there is no package 'some_description'; give its "
            "folder as packages={'some_description': ...} or --packages some_description=..., or "
            "have ROS expand the file: xacro FILE > arm.urdf",
        ),
    ],
)
def test_what_a_file_of_xacro_lacks_is_named(written, text, given, said):
    path = written(text)
    pattern = re.escape(said).replace(r"\.\*", ".*")
    with pytest.raises(ValueError, match=rf"^{re.escape(str(path))}: .*{pattern}"):
        Arm.from_urdf(path, xacro=given)


@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
def test_packages_are_found_in_given_folders(written, tmp_path, monkeypatch, capsys):
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts/links.xacro").write_text(
        HEAD
        + '<xacro:arg name="kind" default="k"/><link name="$(optenv NAME_OF_LINK base)"/></robot>'
    )
    path = written(
        ASKED.replace('<link name="base"/>', '<xacro:include filename="$(find p)/links.xacro"/>')
    )
    given = {"xacro": {"kind": "a"}, "packages": {"p": tmp_path / "parts"}}
    assert Arm.from_urdf(path, **given).frames[0].name == "base"
    monkeypatch.setenv("NAME_OF_LINK", "ground")
    with pytest.raises(
        ValueError, match=r"parent link: there is no 'base' \(known: ground, a_1\)$"
    ):
        robots.load(path, **given)
    asked = ["--xacro", "--packages", f"p={tmp_path / 'parts'}"]
    assert cli.main(["vectors", str(path), *asked]) == 2
    assert "the argument 'kind' has no default" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"xacro": {"kind": [1]}}, TypeError, "xacro: 'kind': expected a text, a number or a bool"),
        ({"xacro": {1: "a"}}, TypeError, "xacro: name: expected a"),
        (
            {"xacro": True, "packages": ["p"]},
            TypeError,
            "packages: expected folders by package name",
        ),
        ({"xacro": True, "packages": {"p": "no"}}, ValueError, "packages: 'p': there is no folder"),
        ({"packages": {"p": "."}}, ValueError, "packages: only for files expanded by xacro"),
    ],
)
def test_arguments_and_folders_are_checked(written, given, error, message):
    path = written(ASKED)
    with pytest.raises(error, match=message):
        Arm.from_urdf(path, **given)


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        ("${unknown}", ".*unknown"),
        ("<xacro:unknown/>", ".*unknown"),
        ("${'x' * 2**42}", ""),
        ("$(find no_such_package)", ""),
        (f"${{{OS}['_exit'](3)}}", "its process ended with status 3"),
        (f"${{{OS}['_exit'](1)}}", "its process ended with status 1"),
    ],
)
def test_what_xacro_cannot_expand_names_the_file(written, broken, reason):
    path = written(f"{HEAD}{broken}</robot>")
    pattern = rf"^{re.escape(str(path))}: xacro could not expand the file: {reason}"
    with pytest.raises(ValueError, match=pattern):
        Arm.from_urdf(path, xacro=True)


def test_a_document_that_expands_to_too_much_is_refused(written, monkeypatch):
    monkeypatch.setattr(markup, "_LARGEST", 2**20)
    path = written(f"{HEAD}<!-- ${{'x'}} --><a b=\"${{'x' * 2**21}}\"/></robot>")
    with pytest.raises(ValueError, match=r"not a URDF: more than 1 MiB$"):
        Arm.from_urdf(path, xacro=True)


@pytest.mark.skipif(sys.platform != "linux", reason="memory of a process is not limited")
def test_an_expansion_that_takes_too_much_memory_is_ended(written, monkeypatch):
    monkeypatch.setattr(xacro, "_MEMORY", 2**29)
    path = written(f"{HEAD}<a b=\"${{'x' * 2**28}}\"/></robot>")
    with pytest.raises(ValueError, match=r"arm.xacro: xacro could not expand the file: "):
        Arm.from_urdf(path, xacro=True)


def test_what_the_program_prints_is_not_the_document(written):
    printing = f"{HEAD}${{{OS}['system']('echo printed')}}"
    path = written(chain(1)[0].replace(HEAD, printing))
    assert Arm.from_urdf(path, xacro=True) == Arm.from_urdf(chain(1)[1])


@pytest.mark.slow
def test_an_expansion_without_end_is_ended(written, monkeypatch):
    monkeypatch.setattr(xacro, "_SECONDS", 1)
    nested = "".join(
        f'<xacro:macro name="m{i}">{f"<xacro:m{i - 1}/>" * 10}</xacro:macro>' for i in range(1, 9)
    )
    path = written(f'{HEAD}<xacro:macro name="m0"/>{nested}<xacro:m8/></robot>')
    with pytest.raises(ValueError, match=r"arm.xacro: xacro could not expand the file within 1 s$"):
        Arm.from_urdf(path, xacro=True)


def _runs(process):
    """Tell whether a process exists."""
    with suppress(ProcessLookupError):
        os.kill(process, 0)
        return True
    return False


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers that interrupt")
def test_what_a_signal_handler_raises_comes_through_and_ends_the_expansion(written, tmp_path):
    started = tmp_path / "process"
    path = written(f"{HEAD}${{{OS}['system']('echo $PPID > {started}; sleep 60')}}</robot>")

    class Alarm(Exception):
        """An error of the user's own."""

    def ring(*_):
        # when the program runs, and not while it starts
        if not started.exists() or not started.read_text():
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            return
        raise Alarm

    previous = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(Alarm):
            Arm.from_urdf(path, xacro=True)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
    process = int(started.read_text())
    assert process != os.getpid()
    assert not _runs(process)


def test_files_are_expanded_side_by_side(written):
    arms = {written(chain(n)[0], f"{n}.xacro"): Arm.from_urdf(chain(n)[1]) for n in (1, 3, 5, 8)}
    found = []

    def read(path):
        found.extend(Arm.from_urdf(path, xacro=True) == arms[path] for _ in range(3))

    threads = [threading.Thread(target=read, args=(path,)) for path in arms]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 12


def test_the_folder_of_the_program_is_not_where_its_modules_come_from(
    written, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (tmp_path / "xacro.py").write_text("raise SystemExit('another module')")
    (tmp_path / "yaml.py").write_text("raise SystemExit('another module')")
    assert Arm.from_urdf(written(chain(1)[0]), xacro=True).n == 1
