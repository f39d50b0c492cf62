"""Rows into a file: JSON Lines as they are, or Parquet.

In Parquet numbers, words, yes and no, lists and structs of these, and numbers by name are columns of their own kind;
whatever else a row holds (moves of any game, say) is a column of JSON text.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct, inspect

from parlour.core.errors import MalformedInput

Format: TypeAlias = Literal["jsonl", "parquet"]
Write: TypeAlias = Callable[[bytes, Sequence[Struct]], None]
"""A function that takes the next part's rows, as JSON Lines and as values."""
ROW_GROUP = 4096
"""Rows that a Parquet file keeps together at least: a reader takes them at once."""


def writer_of(form: Format, row: type[Struct]) -> Callable[[Path], AbstractContextManager[Write]]:
    """A function that writes such rows; MalformedInput at once if something is missing for it."""
    if form == "jsonl":
        return _json_lines
    try:
        import pyarrow as pa
    except ImportError:
        raise MalformedInput("Parquet needs pyarrow: pip install 'parlour[dask]'") from None
    return partial(_parquet, pa.schema(_fields(inspect.type_info(row))), inspect.type_info(row))


@contextmanager
def _json_lines(file: Path) -> Iterator[Write]:
    with file.open("wb") as stream:

        def write(text: bytes, _rows: Sequence[Struct]) -> None:
            stream.write(text)

        yield write
        stream.flush()
        os.fsync(stream.fileno())


@contextmanager
def _parquet(schema: Any, info: inspect.Type, file: Path) -> Iterator[Write]:
    import pyarrow as pa
    from pyarrow import parquet

    waiting: list[Any] = []
    with file.open("wb") as stream:
        with parquet.ParquetWriter(stream, schema, compression="zstd") as out:

            def flush() -> None:
                if waiting:
                    out.write_table(pa.Table.from_pylist(waiting, schema=schema))
                    waiting.clear()

            def write(_text: bytes, rows: Sequence[Struct]) -> None:
                waiting.extend(_value(info, msgspec.to_builtins(row)) for row in rows)
                if len(waiting) >= ROW_GROUP:
                    flush()

            yield write
            flush()
        stream.flush()
        os.fsync(stream.fileno())


def _fields(info: inspect.Type) -> list[Any]:
    import pyarrow as pa

    assert isinstance(info, inspect.StructType)  # noqa: S101
    return [pa.field(field.encode_name, _arrow_type(field.type)) for field in info.fields]


def _arrow_type(info: inspect.Type) -> Any:
    import pyarrow as pa

    match _plain(info):
        case inspect.BoolType():
            return pa.bool_()
        case inspect.IntType():
            return pa.int64()
        case inspect.FloatType():
            return pa.float64()
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return pa.list_(_arrow_type(item))
        case inspect.StructType() as struct:
            return pa.struct(_fields(struct))
        case inspect.DictType(value_type=value):
            return pa.map_(pa.string(), _arrow_type(value))
        case _:
            return pa.string()


def _value(info: inspect.Type, value: Any) -> Any:
    """A value as its column takes it."""
    if value is None:
        return None
    match _plain(info):
        case inspect.BoolType() | inspect.IntType() | inspect.FloatType() | inspect.StrType():
            return value
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return [_value(item, one) for one in value]
        case inspect.StructType(fields=fields):
            return {one.encode_name: _value(one.type, value.get(one.encode_name)) for one in fields}
        case inspect.DictType(value_type=of):
            return [(name, _value(of, one)) for name, one in value.items()]
        case _:
            return msgspec.json.encode(value).decode()


def _plain(info: inspect.Type) -> inspect.Type:
    """The type of the values that are there: whether or not one may be missing; a fixed pair as a list of its kind."""
    match info:
        case inspect.UnionType(types=types):
            there = [one for one in types if not isinstance(one, inspect.NoneType)]
            return _plain(there[0]) if len(there) == 1 else inspect.AnyType()
        case inspect.LiteralType(values=values) if all(isinstance(value, str) for value in values):
            return inspect.StrType()
        case inspect.TupleType(item_types=items) if len(set(map(repr, items))) == 1:
            return inspect.VarTupleType(item_type=items[0])
        case inspect.StructType(tag=tag) if tag is not None:
            return inspect.AnyType()
        case _:
            return info
