"""What a page that draws makes of the messages that it gets, done by Python."""

import base64
from typing import Any

import msgspec
import numpy as np

import rookery
from rookery.core.position import Position
from rookery.core.protocol import SPECTATOR
from rookery.view_runs import rebuilt


class DrawingPage:
    """It has the bytes of the newest view."""

    def __init__(self) -> None:
        self.bytes: bytes | None = None
        self.at = -1, -1  # the ply and the take-backs of that view
        self._card: Any = None

    def whole(self, message: Any) -> Any:
        """The same message as a page that does not draw would have got it."""
        match message["type"]:
            case "welcome":
                self._card = message["table"]
                self._keep(message["moment"])
            case "moved":
                self._keep(message["moment"])
            case "looked":
                view = base64.b64decode(message["moment"]["view"]) or None
                return {**message, "moment": self._drawn(message["moment"], view, newest=False)}
            case "tabled":
                self._card = message["table"]
                return message
            case "changed":
                return self._changed(message)
            case _:
                return message
        return {**message, "moment": self._drawn(message["moment"], self.bytes, newest=True)}

    def _keep(self, moment: Any) -> None:
        self.bytes = base64.b64decode(moment["view"]) if moment["view"] else None
        self.at = moment["ply"], moment["takebacks"]

    def _changed(self, message: Any) -> Any:
        before, takebacks = self.at
        assert self.bytes is not None
        assert (before, takebacks) == (message["ply"] - len(message["moves"]), message.get("takebacks", 0))
        self.bytes, self.at = rebuilt(self.bytes, base64.b64decode(message["runs"])), (message["ply"], takebacks)
        assert self.bytes is not None, "the server compares with what this page does not have"
        names = ("seat", "text", "words", "remark", "spots")
        moves = [{"ply": before + 1 + i, **dict(zip(names, it, strict=True))} for i, it in enumerate(message["moves"])]
        told = {"mover": None, "over": False, "winners": [], "reason": "", "seen_by": None, **message}
        moment = {name: told[name] for name in ("ply", "mover", "over", "winners", "reason", "seen_by")}
        moment |= {"takebacks": takebacks, "given_up": False, "words": "", "view": "", "scene": None}
        times = message.get("times")
        return {
            "type": "moved",
            "moves": moves,
            "moment": self._drawn(moment, self.bytes, newest=True),
            "times": times,
        }

    def _drawn(self, moment: Any, state: bytes | None, *, newest: bool) -> Any:
        if state is None:
            return moment
        game = rookery.load(self._card["game"]["slug"])
        settings = game.facts.settings(self._card["players"], self._card["options"])
        viewer = SPECTATOR if moment["seen_by"] is None else moment["seen_by"]
        view = Position(game, np.ndarray(1, game.dtype, bytearray(state)), settings, viewer)
        mine = [seat["index"] for seat in self._card["seats"] if seat["yours"]]
        scene = view.scene(facing=mine[0] if mine else 0)
        if not newest or moment["mover"] not in mine or moment["words"]:
            scene = scene.idle()
        if moment["words"]:
            scene = msgspec.structs.replace(scene, caption=moment["words"])
        return {**moment, "view": "", "scene": msgspec.to_builtins(scene)}
