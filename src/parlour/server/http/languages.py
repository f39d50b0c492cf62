"""The language of a response, chosen by the header ``Accept-Language``."""

import re

from parlour.core.words import Language
from parlour.languages import ENGLISH, LANGUAGES

MOST_TAGS = 16
"""The rest of a longer list is not read: browsers send a few."""
_TAG = re.compile(r"\s*([a-z]{1,8})(?:-[a-z0-9-]{1,64})?\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?", re.IGNORECASE)
"""``ko-KR;q=0.8``: a language and its weight, which is 1 if it is left out."""


def preferred_language(accepted: str) -> Language:
    """The language with the greatest weight among those that Parlour has; English if there is none."""
    read = map(_TAG.fullmatch, accepted.split(",", MOST_TAGS)[:MOST_TAGS])
    wanted = [(float(tag[2] or 1), tag[1].lower()) for tag in read if tag is not None]
    known = [(weight, language) for weight, language in wanted if weight > 0 and language in LANGUAGES]
    return max(known, key=lambda found: found[0])[1] if known else ENGLISH
