"""In which language to speak to whoever asks: the header ``Accept-Language``."""

import re

from parlour.core.words import Language
from parlour.languages import ENGLISH, LANGUAGES

MOST_TAGS = 16
"""Of a longer list the rest is not read: browsers send a few."""
_TAG = re.compile(r"\s*([a-z]{1,8})(?:-[a-z0-9-]{1,64})?\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?", re.IGNORECASE)
"""``ko-KR;q=0.8``: a language and how much it is wanted, entirely where nothing is said."""


def preferred_language(accepted: str) -> Language:
    """The language that a header asks for first among those there are; English where it asks for none of them."""
    read = map(_TAG.fullmatch, accepted.split(",", MOST_TAGS)[:MOST_TAGS])
    wanted = [(float(tag[2] or 1), tag[1].lower()) for tag in read if tag is not None]
    known = [(weight, language) for weight, language in wanted if weight > 0 and language in LANGUAGES]
    return max(known, key=lambda found: found[0])[1] if known else ENGLISH
