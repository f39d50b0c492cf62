/* What a search finds: the score of a page depends on who reads it. Players' pages come first; what was measured, specified
   and changed comes last. Sphinx lays this before its own search, which reads the other numbers, too: they are its own. */
const PAGES_FIRST = ["playing", "rules"];
const PAGES_LAST = ["results", "changelog", "spec", "gdd"];
const FAR = 1000;
var Scorer = {
  score: ([page, , , , score]) =>
    PAGES_LAST.includes(page) ? score - FAR : PAGES_FIRST.includes(page) ? score + FAR : score,
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
