"""Words that this program stores in English by itself; the host's page says them in the reader's language."""

GONE = "a player who left"
"""The name in old matches, and in the log of acts, of a player who was deleted."""
SIGN_IN = "sign-in"
"""The host, in the log of acts, of a ban or mute that came to a player with their sign-in."""
LOOK_AFTER = "to look after the hub"
"""Why a link was made, if nobody says otherwise."""
SOMEBODY = "somebody"
"""The name of a host who acts on a machine that does not know theirs."""


def at_command_line(name: str) -> str:
    """The host, in the log of acts, of what was done by a command."""
    return f"{name} (command line)"
