"""The attacks by name, in the order in which they are run."""

from benchmarks.hostile import computing, connections, control, filling, frames
from benchmarks.hostile.attack import Attack

_ALL: tuple[Attack, ...] = (
    frames.messages,
    frames.pings,
    frames.empty_continuations,
    frames.giant_frames,
    frames.random_bytes,
    frames.others_seat,
    frames.forged_cookies,
    frames.other_origin,
    frames.phrases,
    connections.silent_connections,
    connections.slow_headers,
    connections.huge_header,
    filling.guests_and_rooms,
    filling.one_network,
    filling.lobby,
    filling.openings,
    filling.refused_moves,
    computing.steps,
    computing.expert_deals,
    computing.verdicts,
    control.control,
)
ATTACKS = {function.__name__.replace("_", "-"): function for function in _ALL}
