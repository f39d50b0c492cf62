"""The tables. Entries are the truth; a match's end and outcome are written in the same commit as its last entry."""

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
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
    Index("matches_unconfirmed", "ended", sqlite_where=text("outcome IS NOT NULL AND confirmed IS NULL")),
    Index("matches_live", "room", sqlite_where=text("ended IS NULL")),
)

seats = Table(
    "seats",
    metadata,
    Column("match", String, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String, index=True),
    Column("name", String, nullable=False),
    Column("bot", String),
)

entries = Table(
    "entries",
    metadata,
    Column("match", String, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("ref", String),
    Column("entry", LargeBinary, nullable=False),
    Index("entries_ref", "match", "seat", "ref", unique=True, sqlite_where=text("ref IS NOT NULL")),
    sqlite_with_rowid=False,
)
