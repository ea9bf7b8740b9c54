"""What is different in the bytes of two views is told so that the bytes after can be made of those before."""

from hypothesis import example, given
from hypothesis import strategies as st

from rookery.view_runs import CHECK_BYTES, MAX_RUN, rebuilt, runs

BYTES = st.lists(st.sampled_from(b"\0\0\0\0\1\2"), min_size=1, max_size=700).map(bytes)


@given(BYTES, st.data())
@example(bytes(8), None)
def test_runs_lead_from_the_bytes_before_to_those_after(before: bytes, data: st.DataObject | None) -> None:
    after = bytes(7) + b"\1" if data is None else data.draw(st.binary(min_size=len(before), max_size=len(before)))
    assert rebuilt(before, runs(before, after)) == after
    assert runs(after, after) == runs(before, after)[:CHECK_BYTES]


@given(BYTES, BYTES)
def test_runs_lead_to_what_is_nearly_the_same(one: bytes, other: bytes) -> None:
    size = min(len(one), len(other))
    before, after = one[:size], other[:size]
    assert rebuilt(before, runs(before, after)) == after


def test_other_bytes_before_are_noticed() -> None:
    assert rebuilt(b"\0\0\1", runs(b"\0\0\0", b"\1\0\0")) is None


def test_long_runs_are_cut() -> None:
    after = bytes([1]) * (2 * MAX_RUN + 1)
    assert len(runs(bytes(len(after)), after)) == CHECK_BYTES + 3 * 3 + len(after)
    assert rebuilt(bytes(len(after)), runs(bytes(len(after)), after)) == after
