"""What of a scene is marked once an action is played."""

from msgspec.structs import replace

from rookery.core.scene import Box, Choice, Pose, Scene


def _scene(choice: Choice) -> Scene:
    pose = Pose(id="lies", words="as it lies", boxes=(Box(dx=0, dy=0),))
    return Scene(width=1, height=1, caption="", choices=(choice,), poses=(pose,))


def test_a_choice_touches_its_path_without_poses_unless_it_says_more() -> None:
    plain = Choice(action=3, path=("shop", "lies", "a1"), text="a1", words="Put it on a1")
    assert _scene(plain).touched(3) == ["shop", "a1"]
    assert _scene(replace(plain, touches=("a1", "a2"))).touched(3) == ["a1", "a2"]
    assert _scene(plain).touched(4) == []
