"""Whether anything was lost: ``checker`` is a pure function of what clients noted (``history``) and what store and
processes hold at the end (``evidence``)."""
