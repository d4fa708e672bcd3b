"""Results become plain data and come back the same; other data get one error, with the place."""

from dataclasses import dataclass

import pytest

from equidyn.output.plain import from_plain, to_plain


@dataclass(frozen=True)
class Turn:
    times: tuple[float, ...]
    looped: bool

    def __post_init__(self):
        if not self.times:
            raise ValueError("times: expected at least one")


@dataclass(frozen=True)
class Result:
    name: str
    n: int
    turns: tuple[Turn, ...]
    machine: dict[str, int]


RESULT = Result("a", 2, (Turn((1.5, 2.0), False), Turn((3.0,), True)), {"threads": 4})
PLAIN = {
    "name": "a",
    "n": 2,
    "turns": [{"times": [1.5, 2.0], "looped": False}, {"times": [3.0], "looped": True}],
    "machine": {"threads": 4},
}


def with_format(**changes):
    return {"format": "result 1", **PLAIN, **changes}


def test_a_result_comes_back_the_same():
    assert to_plain(RESULT) == PLAIN
    assert from_plain(Result, with_format(), "result 1") == RESULT


def test_whole_numbers_are_numbers():
    turns = [{"times": [3], "looped": True}]
    [turn] = from_plain(Result, with_format(turns=turns), "result 1").turns
    assert (turn.times, type(turn.times[0])) == ((3.0,), float)


def test_keys_of_no_field_are_skipped():
    assert from_plain(Result, with_format(median=1.0), "result 1") == RESULT


def turn(**changes):
    return [PLAIN["turns"][0], {**PLAIN["turns"][1], **changes}]


BAD_DATA = {
    "no dictionary": ([], "expected a dictionary, got list"),
    "no format": (PLAIN, "format: expected 'result 1', got NoneType"),
    "another format": (with_format(format="result 2"), "format: expected 'result 1', got 'result"),
    "format a list": (with_format(format=[1]), "format: expected 'result 1', got list"),
    "number as text": (with_format(n="2"), "n: expected an integer of 64 bits, got '2'"),
    "fraction": (with_format(n=2.0), r"n: expected an integer of 64 bits, got 2\.0"),
    "truth as number": (with_format(n=True), "n: expected an integer of 64 bits, got True"),
    "long integer": (with_format(n=2**63), "n: expected an integer of 64 bits, got 92233720"),
    "null": (with_format(name=None), "name: expected a string, got NoneType"),
    "text as list": (with_format(turns="ab"), "turns: expected a list, got 'ab'"),
    "long text": (with_format(n="2" * 1000), "n: expected an integer of 64 bits, got str"),
    "not a number": (
        with_format(turns=turn(times=[1.0, float("nan")])),
        r"turns\[1\]\.times\[1\]: expected a finite number, got nan",
    ),
    "infinite": (
        with_format(turns=turn(times=[1e999])),
        r"turns\[1\]\.times\[0\]: expected a finite number, got inf",
    ),
    "beyond floats": (
        with_format(turns=turn(times=[10**400])),
        r"turns\[1\]\.times\[0\]: expected a finite number, got int",
    ),
    "truth as time": (
        with_format(turns=turn(times=[True])),
        r"turns\[1\]\.times\[0\]: expected a finite number, got True",
    ),
    "number as truth": (
        with_format(turns=turn(looped=1)),
        r"turns\[1\]\.looped: expected true or false, got 1",
    ),
    "no entry": (with_format(turns=[{"looped": True}]), r"turns\[0\]\.times: key is missing"),
    "entry a list": (with_format(turns=[[1]]), r"turns\[0\]: expected a dictionary, got list"),
    "dictionary a list": (with_format(machine=[]), "machine: expected a dictionary, got list"),
    "value": (
        with_format(machine={"a": "b"}),
        r"machine\.a: expected an integer of 64 bits, got 'b'",
    ),
    "refused by the result": (
        with_format(turns=turn(times=[])),
        r"turns\[1\]\.times: expected at least one",
    ),
}


@pytest.mark.parametrize(("data", "message"), BAD_DATA.values(), ids=BAD_DATA)
def test_other_data_get_one_clear_message(data, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        from_plain(Result, data, "result 1")
