"""Commands that read sessions: replay, judge, analyse, convert. Import games and batch when they run."""
