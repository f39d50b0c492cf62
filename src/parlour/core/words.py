"""What people read, in every language there is."""

from msgspec import Struct


class Words(Struct, frozen=True):
    """The same words in each language. This is the list of languages; an empty one is read in English."""

    en: str
    ko: str = ""
