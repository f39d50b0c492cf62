"""The tables. Entries are the truth; a match's end and outcome are written in the same commit as its last entry.

Results, bests, ratings and meetings are derived from the log (parlour.store.standings) and can be derived again at any
time.
"""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    desc,
    text,
)

metadata = MetaData()

players = Table(
    "players",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("phrase_hash", LargeBinary, unique=True),
    Column("created", Integer, nullable=False),
    Column("seen", Integer, nullable=False, server_default=text("0")),
    Column("skeleton", String),  # of the name without its number (parlour.store.names)
    Column("number", Integer),
    Index("players_called", "skeleton", "number", unique=True),
    Index("players_seen", "seen", "id", sqlite_where=text("phrase_hash IS NULL")),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("player", String, ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", Integer, nullable=False),
)

rooms = Table(
    "rooms",
    metadata,
    Column("code", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("host", String, nullable=False, index=True),
    Column("state", LargeBinary, nullable=False),
    Column("match", String),
    Column("touched", Integer, nullable=False, index=True),
    Column("version", Integer, nullable=False, server_default=text("0")),
    Column("address", String, nullable=False, server_default=text("''"), index=True),  # its hash
)

matches = Table(
    "matches",
    metadata,
    Column("id", String, primary_key=True),
    Column("room", String, nullable=False),
    Column("game", String, nullable=False),
    Column("header", LargeBinary, nullable=False),
    Column("started", Integer, nullable=False),
    Column("ended", Integer),
    Column("outcome", LargeBinary),
    Column("confirmed", Boolean),
    Column("drawn", Boolean, nullable=False, server_default=text("0")),
    Column("daily", String),
    Column("place", Integer),
    Column("number", Integer),
    Column("listed", Boolean, nullable=False, server_default=text("0")),  # a person has begun it, nobody threw it away
    Index("matches_number", "number", unique=True),
    Index("matches_place", "place", unique=True),
    Index("matches_unconfirmed", "ended", sqlite_where=text("outcome IS NOT NULL AND confirmed IS NULL")),
    Index("matches_live", "room", sqlite_where=text("ended IS NULL")),
    Index("matches_left", "ended", sqlite_where=text("outcome IS NULL AND ended IS NOT NULL")),
)

seats = Table(
    "seats",
    metadata,
    Column("match", String, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String),
    Column("name", String, nullable=False),
    Column("bot", String),
    Column("changed", Boolean, nullable=False, server_default=text("0")),
    Column("game", String, nullable=False, server_default=text("''")),  # the match's, as its beginning
    Column("began", Integer, nullable=False, server_default=text("0")),
    Index("seats_history", "player", "began", "match", "game"),
)

entries = Table(
    "entries",
    metadata,
    Column("match", Integer, primary_key=True),  # its number
    Column("seq", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("ref", String),
    Column("entry", LargeBinary, nullable=False),
    CheckConstraint("typeof(\"match\") = 'integer'", name="by_number"),
)

leavings = Table(
    "leavings",
    metadata,
    Column("match", String, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String),
    Column("at", Integer, nullable=False),
    Column("game", String, nullable=False, server_default=text("''")),
    Column("began", Integer, nullable=False, server_default=text("0")),
    Index("leavings_history", "player", "began", "match", "game"),
    sqlite_with_rowid=False,
)

marks = Table(
    "marks",
    metadata,
    Column("match", String, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("marked", Integer, nullable=False),
    Column("decision", String),
    Column("reason", String),
    Column("decided", Integer),
    Index("marks_waiting", "marked", sqlite_where=text("decision IS NULL")),
    sqlite_with_rowid=False,
)

results = Table(
    "results",
    metadata,
    Column("match", String, ForeignKey("matches.id"), primary_key=True),
    Column("player", String, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String, nullable=False),
    Column("board", String, nullable=False),
    Column("score", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("not_counted", String),  # why (parlour.store.ranking); null if it counts
    Column("started", Integer, nullable=False),
    Column("ended", Integer, nullable=False),
    Column("rating_before", Integer),  # as shown; null unless the match was rated
    Column("rating_after", Integer),
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
    Column("score", Integer, nullable=False),
    Column("at", Integer, nullable=False),
    Column("took_ms", Integer, nullable=False),
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
    Column("rating", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    Column("at", Integer, nullable=False),
    Column("provisional", Boolean, nullable=False),
    Column("points", Integer, nullable=False),
    Index("ratings_order", "game", desc("points"), "at", "player"),
    Index("ratings_player", "player"),
    sqlite_with_rowid=False,
)

meetings = Table(
    "meetings",
    metadata,
    Column("game", String, primary_key=True),
    Column("player", String, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("at", Integer, primary_key=True),
    Column("match", String, primary_key=True),
    Column("seat", Integer, primary_key=True),  # the opponent's
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
    Column("version", Integer, nullable=False),
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
    Column("at", Integer, nullable=False),
    sqlite_with_rowid=False,
)

analyses = Table(
    "analyses",
    metadata,
    Column("match", String, ForeignKey("matches.id"), primary_key=True),
    Column("rules_version", Integer, primary_key=True),
    Column("asked", Integer, nullable=False),
    Column("report", LargeBinary),
    Index("analyses_waiting", "asked", sqlite_where=text("report IS NULL")),
    sqlite_with_rowid=False,
)
