"""The tables. Entries are the truth; a match's end and outcome are written in the same commit as its last entry.

Results, bests, ratings and meetings are derived from the log (parlour.store.standings) and can be derived again at any
time.
"""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    Sequence,
    String,
    Table,
    desc,
    false,
    text,
)

from parlour.store.columns import Whole, is_whole, only_where

metadata = MetaData()
Sequence("matches_number_next", metadata=metadata)

players = Table(
    "players",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("phrase_hash", LargeBinary, unique=True),
    Column("created", Whole, nullable=False),
    Column("seen", Whole, nullable=False, server_default=text("0")),
    Column("skeleton", String),  # of the name without its number (parlour.store.names)
    Column("number", Whole),
    Column("account", LargeBinary),  # the hash of who it is to the provider of sign-ins
    Column("address", String),  # the hash of that from which they were last seen, for some days
    Index("players_account", "account", unique=True),
    Index("players_called", "skeleton", "number", unique=True),
    Index("players_seen", "seen", "id", **only_where("phrase_hash IS NULL")),
    Index("players_latest", "seen", "id"),
    Index("players_addressed", "seen", **only_where("address IS NOT NULL")),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("player", String, ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", Whole, nullable=False),
)

rooms = Table(
    "rooms",
    metadata,
    Column("code", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("host", String, nullable=False, index=True),
    Column("state", LargeBinary, nullable=False),
    Column("match", String),
    Column("touched", Whole, nullable=False, index=True),
    Column("version", Whole, nullable=False, server_default=text("0")),
    Column("address", String, nullable=False, server_default=text("''"), index=True),  # its hash
    Column("waits", Boolean, nullable=False, server_default=false()),  # for players whom it may not know
    Index("rooms_waiting", "touched", **only_where("waits")),
)

processes = Table(
    "processes",
    metadata,
    Column("id", String, primary_key=True),
    Column("version", String, nullable=False),  # of the program
    Column("beat", Whole, nullable=False),  # counts up while it is alive
    Column("ahead_ms", Whole),  # its clock, of the database's
    Column("ahead_at", Whole),  # when that was so, by the database's clock
)

process_settings = Table(
    "process_settings",
    metadata,
    Column("process", String, primary_key=True),
    Column("version", String, nullable=False),  # of the program
    Column("since", Whole, nullable=False),
    Column("settings", LargeBinary, nullable=False),  # by flag, as JSON; nothing that is secret
)

presence = Table(
    "presence",
    metadata,
    Column("room", String, primary_key=True),
    Column("process", String, primary_key=True),
    Column("people", LargeBinary, nullable=False),  # how many sockets of each player, as JSON
    Index("presence_process", "process"),
)

matches = Table(
    "matches",
    metadata,
    Column("id", String, primary_key=True),
    Column("room", String, nullable=False),
    Column("game", String, nullable=False),
    Column("header", LargeBinary, nullable=False),
    Column("started", Whole, nullable=False),
    Column("ended", Whole),
    Column("outcome", LargeBinary),
    Column("confirmed", Boolean),
    Column("drawn", Boolean, nullable=False, server_default=false()),
    Column("daily", String),
    Column("place", Whole),
    Column("number", Whole),
    Column("listed", Boolean, nullable=False, server_default=false()),  # a person has begun it, nobody threw it away
    Column("seed", Whole),  # as games take it: modulo 2^32
    Index("matches_number", "number", unique=True),
    Index("matches_place", "place", unique=True),
    Index("matches_unconfirmed", "ended", **only_where("outcome IS NOT NULL AND confirmed IS NULL")),
    Index("matches_seed", "seed", "game"),
    Index("matches_live", "room", **only_where("ended IS NULL")),
    Index("matches_left", "ended", **only_where("outcome IS NULL AND ended IS NOT NULL")),
)

seats = Table(
    "seats",
    metadata,
    Column("match", String, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Whole, primary_key=True),
    Column("player", String),
    Column("name", String, nullable=False),
    Column("bot", String),
    Column("changed", Boolean, nullable=False, server_default=false()),
    Column("game", String, nullable=False, server_default=text("''")),  # the match's, as its beginning
    Column("began", Whole, nullable=False, server_default=text("0")),
    Column("unrated", Boolean, nullable=False, server_default=false()),  # a guest's, whose rating was given up
    Index("seats_history", "player", "began", "match", "game"),
)

entries = Table(
    "entries",
    metadata,
    Column("match", Whole, primary_key=True),  # its number
    Column("seq", Whole, primary_key=True),
    Column("seat", Whole, nullable=False),
    Column("ref", String),
    Column("entry", LargeBinary, nullable=False),
    is_whole("match", "by_number"),
)

leavings = Table(
    "leavings",
    metadata,
    Column("match", String, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Whole, primary_key=True),
    Column("player", String),
    Column("at", Whole, nullable=False),
    Column("game", String, nullable=False, server_default=text("''")),
    Column("began", Whole, nullable=False, server_default=text("0")),
    Index("leavings_history", "player", "began", "match", "game"),
    sqlite_with_rowid=False,
)

marks = Table(
    "marks",
    metadata,
    Column("match", String, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("marked", Whole, nullable=False),
    Column("decision", String),
    Column("reason", String),
    Column("decided", Whole),
    Index("marks_waiting", "marked", **only_where("decision IS NULL")),
    sqlite_with_rowid=False,
)

home_matches = Table(
    "home_matches",
    metadata,
    Column("match", String, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("handed_in", Whole, nullable=False),
    Column("digest", LargeBinary, nullable=False, unique=True),  # of what was played, whenever that was
    sqlite_with_rowid=False,
)
"""Matches that were played at home and handed in."""

results = Table(
    "results",
    metadata,
    Column("match", String, ForeignKey("matches.id"), primary_key=True),
    Column("player", String, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String, nullable=False),
    Column("board", String, nullable=False),
    Column("score", Whole, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("not_counted", String),  # why (parlour.protocol.ranking); null if it counts
    Column("started", Whole, nullable=False),
    Column("ended", Whole, nullable=False),
    Column("rating_before", Whole),  # as shown; null unless the match was rated
    Column("rating_after", Whole),
    Column("provisional", Boolean),
    Column("counts", String),  # told with the score (parlour.store.shown_scores), as JSON
    Column("daily", String),  # the day, if it is an attempt at that day's challenge
    Index(
        "results_player",
        *("player", "game", "board"),
        desc("score"),
        *("ended", "started", "won", "not_counted", "daily"),
    ),
    sqlite_with_rowid=False,
)

bests = Table(
    "bests",
    metadata,
    Column("game", String, primary_key=True),
    Column("board", String, primary_key=True),
    Column("period", String, primary_key=True),
    Column("player", String, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("score", Whole, nullable=False),
    Column("at", Whole, nullable=False),
    Column("took_ms", Whole, nullable=False),
    Column("match", String, nullable=False),
    Column("counts", String),
    Index("bests_order", "game", "board", "period", desc("score"), "at", "player"),
    Index("bests_player", "player"),
    sqlite_with_rowid=False,
)

ratings = Table(
    "ratings",
    metadata,
    Column("game", String, primary_key=True),
    Column("player", String, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("rating", Whole, nullable=False),
    Column("games", Whole, nullable=False),
    Column("at", Whole, nullable=False),
    Column("provisional", Boolean, nullable=False),
    Column("points", Whole, nullable=False),
    Index("ratings_order", "game", desc("points"), "at", "player"),
    Index("ratings_player", "player"),
    sqlite_with_rowid=False,
)

meetings = Table(
    "meetings",
    metadata,
    Column("game", String, primary_key=True),
    Column("player", String, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("at", Whole, primary_key=True),
    Column("match", String, primary_key=True),
    Column("seat", Whole, primary_key=True),  # the opponent's
    Column("opponent", String, ForeignKey("players.id", ondelete="SET NULL")),
    Column("newcomer", Boolean, nullable=False),
    Index("meetings_match", "match", "player"),
    Index("meetings_opponent", "opponent"),
    Index("meetings_player", "player"),
    sqlite_with_rowid=False,
)

derivations = Table(
    "derivations",
    metadata,
    Column("name", String, primary_key=True),
    Column("version", Whole, nullable=False),
)

attempts = Table(
    "attempts",
    metadata,
    Column("game", String, primary_key=True),
    Column("day", String, primary_key=True),
    Column("player", String, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("match", String, ForeignKey("matches.id"), nullable=False),
    Index("attempts_player", "player"),
    sqlite_with_rowid=False,
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

quotas = Table(
    "quotas",
    metadata,
    Column("kind", String, primary_key=True),
    Column("key", String, primary_key=True),
    Column("spent", Float, nullable=False),
    Column("at", Whole, nullable=False),
    sqlite_with_rowid=False,
)

analyses = Table(
    "analyses",
    metadata,
    Column("match", String, ForeignKey("matches.id"), primary_key=True),
    Column("rules_version", Whole, primary_key=True),
    Column("asked", Whole, nullable=False),
    Column("report", LargeBinary),
    Column("process", String),  # which makes it
    Index("analyses_waiting", "asked", **only_where("report IS NULL")),
    sqlite_with_rowid=False,
)

commits = Table(
    "commits",
    metadata,
    Column("writer", String, primary_key=True),
    Column("number", Whole, primary_key=True),
    Column("at", Whole, nullable=False),
    Column("made", Boolean, nullable=False),  # false: it was not, and cannot be any more
)
"""The commits of each writer, where the answer to a commit can be lost."""

acts = Table(
    "acts",
    metadata,
    Column("number", Whole, primary_key=True, autoincrement=False),
    Column("at", Whole, nullable=False),
    Column("host", String, nullable=False),  # who did it
    Column("act", String, nullable=False),
    Column("about", String, nullable=False),  # the id or code of what it was done to
    Column("named", String, nullable=False),  # for people
    Column("reason", String, nullable=False),
    Column("until", Whole),
    Index("acts_about", "about"),
)
"""The acts of hosts."""

restrictions = Table(
    "restrictions",
    metadata,
    Column("kind", String, primary_key=True),  # ban, mute
    Column("whose", String, primary_key=True),  # player, address, range, account
    Column("key", String, primary_key=True),  # the player's id, the hash of an address or an account, a range
    Column("since", Whole, nullable=False),
    Column("until", Whole),  # null: until it is lifted
    Column("reason", String, nullable=False),
)

announcements = Table(
    "announcements",
    metadata,
    Column("act", Whole, primary_key=True, autoincrement=False),
    Column("at", Whole, nullable=False),
    Column("until", Whole),
    Column("text", String, nullable=False),
)

reports = Table(
    "reports",
    metadata,
    Column("id", String, primary_key=True),
    Column("at", Whole, nullable=False),
    Column("about", String, ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("named", String, nullable=False),  # as the player was called then
    Column("what", String, nullable=False),
    Column("reporter", String, ForeignKey("players.id", ondelete="SET NULL")),
    Column("room", String),
    Column("settled", Whole),  # when a host had looked
    Index("reports_open", "at", "id", **only_where("settled IS NULL")),
    Index("reports_about", "about"),
    Index("reports_once", "reporter", "about", "what", unique=True, **only_where("settled IS NULL")),
)

admin_links = Table(
    "admin_links",
    metadata,
    Column("hash", LargeBinary, primary_key=True),  # of its token
    Column("name", String, nullable=False),  # whose it is
    Column("created", Whole, nullable=False),
    Column("expires", Whole, nullable=False),
)
