// One theme for the hub and its documentation: a page takes the one that was chosen in the hub (client/src/ui/preferences.ts),
// and its own switch chooses for both.
(() => {
  const hub = new URL("../..", document.currentScript.src).pathname.slice(0, -1);
  const KEY = `parlour${hub}.preferences`;
  const NAMES = { system: "auto", night: "dark", day: "light" };

  function chosen() {
    try {
      return JSON.parse(localStorage.getItem(KEY)) ?? {};
    } catch {
      return {};
    }
  }

  // Where the page's own scripts look for it.
  function follow() {
    const name = NAMES[chosen().theme] ?? "auto";
    try {
      localStorage.setItem("theme", name);
    } catch {
      // A browser that keeps nothing shows the system's theme.
    }
    if (document.body) document.body.dataset.theme = name;
  }

  function choose() {
    const theme = Object.keys(NAMES).find((name) => NAMES[name] === document.body.dataset.theme);
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...chosen(), theme }));
    } catch {
      // It holds for this page.
    }
  }

  follow();
  addEventListener("pageshow", (event) => event.persisted && follow());
  addEventListener("click", (event) => event.target.closest?.(".theme-toggle") && choose());
})();
