"""What a WebAssembly module asks for, read from its bytes (https://webassembly.github.io/spec/core/binary)."""

MAGIC = b"\0asm\1\0\0\0"
IMPORT_SECTION = 2
FUNCTION, TABLE, MEMORY, GLOBAL = range(4)


class _Reader:
    def __init__(self, text: bytes) -> None:
        self._text = text
        self._at = 0

    @property
    def done(self) -> bool:
        return self._at == len(self._text)

    def bytes(self, count: int) -> bytes:
        self._at += count
        return self._text[self._at - count : self._at]

    def number(self) -> int:
        """An unsigned number, seven bits a byte, the lowest first."""
        value = shift = 0
        while True:
            byte = self._text[self._at]
            self._at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def name(self) -> str:
        return self.bytes(self.number()).decode()

    def limits(self) -> None:
        if self.number() & 1:
            self.number()
        self.number()


def imports(module: bytes) -> set[str]:
    """The names of all imports."""
    reader = _Reader(module)
    if reader.bytes(len(MAGIC)) != MAGIC:
        raise ValueError("not a WebAssembly module")
    while not reader.done:
        section, size = reader.number(), reader.number()
        content = reader.bytes(size)
        if section == IMPORT_SECTION:
            return _names(_Reader(content))
    return set()


def _names(section: _Reader) -> set[str]:
    found = set()
    for _ in range(section.number()):
        section.name()
        found.add(section.name())
        kind = section.number()
        if kind == FUNCTION:
            section.number()
        elif kind == GLOBAL:
            section.bytes(2)
        else:
            if kind == TABLE:
                section.bytes(1)
            section.limits()
    return found
