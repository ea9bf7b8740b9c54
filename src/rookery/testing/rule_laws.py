"""Laws of the rules: the verbs of core/protocol.py `Rules`."""

from itertools import permutations

import numpy as np

from rookery.core.memory import remembered
from rookery.core.position import Position
from rookery.core.protocol import CHANCE, OVER, SPECTATOR
from rookery.testing import verb_calls
from rookery.testing.walks import UNTOUCHED, Case, legal_in_room, must

HIDDEN_ACTIONS = 4  # secret actions that are played in each position
SAY = "if that is intended, set reveals=True in facts.py"


# ── The mover and the legal actions ──────────────────────────────────────────
def mover_is_somebody(case: Case) -> None:
    """The mover is a seat at this table, CHANCE if the facts say that the game has chance, or OVER."""
    mover = verb_calls.mover(case.game, case.position.states)
    allowed = {OVER, *range(case.position.players), *([CHANCE] if case.game.facts.chance else [])}
    must(mover in allowed, f"the mover is {mover}; allowed: {sorted(allowed)}")


def legal_lists_each_action_once(case: Case) -> None:
    """`legal` lists ids from 0 to actions - 1, each once, at most max_legal of them, and writes nothing after them."""
    facts, (room, count) = case.game.facts, legal_in_room(case.position)
    must(0 <= count <= facts.max_legal, f"{count} legal actions; max_legal is {facts.max_legal}")
    actions = room[:count].tolist()
    must(len(set(actions)) == count, f"an action is listed twice: {actions}")
    must(all(0 <= action < facts.actions for action in actions), f"ids must be 0 .. {facts.actions - 1}: {actions}")
    must({*room[count:].tolist()} <= {UNTOUCHED}, f"{count} actions are listed, but `legal` wrote further entries")


def seats_choose_no_ids_of_chance(case: Case) -> None:
    """Every action of a seat has an id below facts.seat_actions: the last chance_actions ids belong to chance."""
    (room, count), first = legal_in_room(case.position), case.game.facts.seat_actions
    wrong = [int(action) for action in room[:count] if action >= first]
    seat = verb_calls.mover(case.game, case.position.states)
    must(seat < 0 or not wrong, f"seat {seat} may choose {wrong}; the facts reserve ids from {first} on for chance")


def legal_is_empty_exactly_when_over(case: Case) -> None:
    """`legal` lists no action exactly when `mover` is OVER."""
    mover, (_, count) = verb_calls.mover(case.game, case.position.states), legal_in_room(case.position)
    must((count == 0) == (mover == OVER), f"{count} legal actions, and the mover is {mover}")


def games_end(case: Case) -> None:
    """Every game is over after at most facts.longest plies."""
    longest = case.game.facts.longest
    must(
        case.ply < longest or case.position.is_over,
        f"the game is not over after {case.ply} plies; longest is {longest}",
    )


def undo_takes_back(case: Case) -> None:
    """`undo` returns the action that was played last and leaves the position before it, or -1 and changes nothing; all
    that a spectator sees of this is the same in all worlds of a spectator's view."""
    if not hasattr(case.game.rules, "undo"):
        return
    states = case.position.states
    action, before = case.game.bindings.undo(states, 0), case.walk.positions[max(0, case.ply - 1)]
    if action < 0:
        must(states.tobytes() == case.position.states.tobytes(), f"`undo` returns {action}, and changes the position")
    else:
        told = case.walk.actions[case.ply - 1] if case.ply else None
        must(action == told, f"`undo` returns {action}; the last action was {told}")
        must(states.tobytes() == before.states.tobytes(), f"taking back {action} does not lead to where it was played")
    world = case.position.view(SPECTATOR).determinize(case.generator()).states
    other = case.game.bindings.undo(world, 0)
    must((other < 0) == (action < 0), "whether `undo` tells the last action depends on what is hidden")
    for seen in (states, world):
        case.game.bindings.hide(seen, 0, SPECTATOR)
    must(states.tobytes() == world.tobytes(), "what a spectator sees after `undo` depends on what is hidden")


# ── Playing ──────────────────────────────────────────────────────────────────
def play_changes_nothing_else(case: Case) -> None:
    """`play` changes only the state that it is given: copies and neighbours stay the same."""
    if case.action is None:
        return
    states = np.concatenate([case.position.states] * 3)
    before = states.copy()
    case.game.bindings.play(states, 1, case.action)
    for i in (0, 2):
        must(states[i].tobytes() == before[i].tobytes(), f"playing {case.action} in state 1 changed state {i}")


def play_is_a_function(case: Case) -> None:
    """The same action in the same position always leads to the same position."""
    if case.action is None:
        return
    after = {verb_calls.after(case.game, case.position.states, case.action).tobytes() for _ in range(3)}
    must(len(after) == 1, f"{case.action} leads to {len(after)} different positions")


def questions_change_nothing(case: Case) -> None:
    """`mover`, `legal`, `weights` and `utilities` do not change the position."""
    game, states = case.game, case.position.states
    before = states.tobytes()
    mover, legal = verb_calls.mover(game, states), verb_calls.legal(game, states)
    if mover == CHANCE:
        verb_calls.weights(game, states, legal)
    if mover == OVER:
        verb_calls.utilities(game, states, case.position.players)
    must(states.tobytes() == before, "mover, legal, weights or utilities changed the position")


def fields_stay_in_range(case: Case) -> None:
    """Every field stays within its stated range."""
    must(not (wrong := verb_calls.out_of_range(case.game, case.position.states)), wrong)


# ── Chance, and the end ──────────────────────────────────────────────────────
def weights_are_positive(case: Case) -> None:
    """When `mover` is CHANCE, every legal action has a positive and finite weight."""
    if case.position.mover != CHANCE:
        return
    weights = verb_calls.weights(case.game, case.position.states, verb_calls.legal(case.game, case.position.states))
    must(all(0 < weight < np.inf for weight in weights), f"the weights are {weights}")


def utilities_are_fair(case: Case) -> None:
    """When a game is over, every seat has a utility of -1 .. 1: all equal in a cooperative game, else with sum zero."""
    if not case.position.is_over:
        return
    utilities = verb_calls.utilities(case.game, case.position.states, case.position.players)
    must(all(-1 <= value <= 1 for value in utilities), f"the utilities are {utilities}")
    if case.game.facts.cooperative:
        must(len(set(utilities)) == 1, f"a cooperative game, but the utilities are {utilities}")
    else:
        must(abs(sum(utilities)) < 1e-9, f"the utilities are {utilities}, their sum is not zero")


def points_agree_with_the_result(case: Case) -> None:
    """When a game is over, nobody with worse `points` has a higher utility; a team has the same points in all seats."""
    counted = case.game.facts.points
    if counted is None or not case.position.is_over:
        return
    states, seats = case.position.states, range(case.position.players)
    points = [int(case.game.bindings.points(states, 0, seat)) for seat in seats]
    if case.game.facts.cooperative:
        must(len(set(points)) == 1, f"a cooperative game, but the seats have {points} points")
        return
    won = verb_calls.utilities(case.game, states, case.position.players)
    for seat, other in permutations(seats, 2):
        better = points[seat] > points[other] if counted.most_win else points[seat] < points[other]
        must(
            not better or won[seat] >= won[other],
            f"seat {seat} has better points than seat {other}, but a lower utility: points {points}, utilities {won}",
        )


# ── What a seat may know ─────────────────────────────────────────────────────
def views_hide_once_and_for_all(case: Case) -> None:
    """Applying `hide` twice gives the same as once, and in a game without secrets it hides nothing."""
    for viewer in case.viewers:
        states = case.position.states  # `hide` itself, because a position believes facts that say there are no secrets
        case.game.bindings.hide(states, 0, viewer)
        once = states.tobytes()
        case.game.bindings.hide(states, 0, viewer)
        must(states.tobytes() == once, f"seat {viewer}: the view of its view differs from the view")
        if not case.game.facts.hidden:
            same = once == case.position.states.tobytes()
            must(same, f"seat {viewer}: something is hidden, but the facts say that nothing is")


def views_tell_what_a_seat_needs(case: Case) -> None:
    """A view has the true mover and outcome, and the mover's own view lists exactly its legal actions."""
    position = case.position
    for viewer in case.viewers:
        view = position.view(viewer)
        must(view.mover == position.mover, f"seat {viewer} sees the mover {view.mover}, but it is {position.mover}")
        must(view.outcome == position.outcome, f"seat {viewer} sees the outcome {view.outcome}, not {position.outcome}")
        if viewer == position.mover and viewer >= 0:
            must(view.legal_actions == position.legal_actions, f"seat {viewer} sees other legal actions than it has")


def determinized_worlds_have_the_view(case: Case) -> None:
    """`determinize` completes a view to a world that lies within the stated ranges and has the same view."""
    for viewer in case.viewers:
        view = case.position.view(viewer)
        world = view.determinize(case.generator())
        must(not (wrong := verb_calls.out_of_range(case.game, world.states)), wrong)
        must(world.view(viewer) == view, f"seat {viewer}: the determinized world has another view")
        again = view.determinize(case.generator())
        must(again == world, f"seat {viewer}: the same stream gave two different worlds")


def open_positions_hide_nothing(case: Case) -> None:
    """If the facts say that nothing is hidden any more, every view says so, too, and allows one world; and it stays
    so."""
    position = case.position
    if not case.game.facts.hidden:
        must(case.game.facts.opened is None, "the facts say when the game is opened, but nothing is ever hidden")
        return
    for viewer in case.viewers:
        view = position.view(viewer)
        must(view.is_open == position.is_open, f"seat {viewer} cannot tell whether everything is open")
        if position.is_open:
            same = view.determinize(case.generator()) == position
            must(same, f"everything is said to be open, but the view of seat {viewer} allows another world")
    if position.is_open:
        for action in case.generator().permutation(position.legal_actions).tolist()[:HIDDEN_ACTIONS]:
            must(position.after_unchecked(action).is_open, f"everything was said to be open, but not after {action}")


def secret_actions_look_alike(case: Case) -> None:
    """All legal actions that a seat may not learn of lead to the same view for that seat, and have words for it; the
    mover knows its own actions, and in a game without secrets everybody knows all actions."""
    position, shuffled = case.position, case.generator().permutation(case.position.legal_actions).tolist()
    for viewer in case.viewers:
        secret = [action for action in shuffled if not position.knows(action, viewer)]
        if not secret:
            continue
        must(case.game.facts.hidden, f"{secret} are secret to seat {viewer}, but the facts say that nothing is hidden")
        must(viewer < 0 or viewer != position.mover, f"seat {viewer} is the mover, but may not learn of {secret}")
        must(
            position.told(secret[0], viewer)[1].strip(),
            f"{secret[0]} is secret to seat {viewer}, and has no words for it",
        )
        views = {position.after_unchecked(action).view(viewer) for action in secret[:HIDDEN_ACTIONS]}
        must(len(views) == 1, f"seat {viewer} may not learn which of {secret} is played, but its views differ")


def worlds_that_look_alike_stay_alike(case: Case) -> None:
    """An action that a seat learns of leads to the same mover and the same view in all worlds of the seat's view, and
    no seat acts without the others' knowledge, unless the facts say that the game `reveals`."""
    position, facts = case.position, case.game.facts
    if facts.reveals:
        must(facts.hidden, "the facts say reveals=True, but also that nothing is hidden")
    if not facts.hidden or facts.reveals or position.is_over:
        return
    shuffled = case.generator().permutation(position.legal_actions).tolist()[:HIDDEN_ACTIONS]
    for seat in range(position.players):
        other = position.view(seat).determinize(case.generator())
        for action in shuffled:
            if not position.knows(action, seat):
                must(position.mover == CHANCE, f"seat {seat} may not learn of what another seat does, {action}; {SAY}")
            elif action in other.legal_actions:
                one, two = position.after_unchecked(action), other.after_unchecked(action)
                must(
                    one.mover == two.mover,
                    f"the mover after {action} depends on something that seat {seat} cannot know; {SAY}",
                )
                same = one.is_over or one.view(seat) == two.view(seat)
                must(same, f"the view of seat {seat} after {action} depends on something that it cannot know; {SAY}")


def what_is_told_can_be_seen(case: Case) -> None:
    """A seat learns nothing that its view hides: two legal actions that it learns of, and that lead to different
    positions, lead to different views."""
    position, shuffled = case.position, case.generator().permutation(case.position.legal_actions).tolist()
    if not case.game.facts.hidden:
        return
    after = {action: position.after_unchecked(action) for action in shuffled[:HIDDEN_ACTIONS]}
    for viewer in case.viewers:
        if viewer == position.mover and viewer >= 0:
            continue
        seen = dict[Position, int]()  # view -> the action that led to it
        for action, there in after.items():
            if not position.knows(action, viewer):
                continue
            other = seen.setdefault(there.view(viewer), action)
            must(
                after[other] == there,
                f"seat {viewer} learns whether {other} or {action} is played, but has the same view after both:"
                " `knows` reveals what `hide` hides, or the record forgets what the seat has seen",
            )


def resampled_histories_are_remembered_alike(case: Case) -> None:
    """`resample_history` completes a seat's memory to a game that can be played, and that the seat sees and hears in
    the same way at every ply."""
    if case.action is not None or not case.game.facts.hidden:
        return
    for viewer in case.viewers:
        plies = int(case.generator().integers(case.ply)) if viewer >= 0 else case.ply  # now and then the end is unknown
        memory = remembered(case.walk.positions[: plies + 1], case.walk.actions[:plies], viewer)
        actions, line = memory.resample_history(case.generator()), [case.walk.positions[0]]
        for action in actions:
            must(action in line[-1].legal_actions, f"seat {viewer}: the resampled action {action} is illegal")
            line.append(line[-1].after_unchecked(action))
        must(
            remembered(line, actions, viewer) == memory,
            f"seat {viewer}: the resampled game {actions} gives another memory",
        )
        must(
            memory.resample_history(case.generator()) == actions,
            f"seat {viewer}: the same stream gave two different games",
        )
