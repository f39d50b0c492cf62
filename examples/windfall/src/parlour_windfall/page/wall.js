/** The wall of fruit: buttons in rows, one of which the keyboard reaches; arrows go to the others.
 *
 * It knows which fruit hang together, to show what a pick would take. Whether it may is the rules' to say.
 */

/** @typedef {[number, number]} Cell Row and column. */
/** @typedef {{
 *   rows: string[],
 *   t: import("../../../types/parlour").Translate,
 *   pick: ((row: number, col: number) => void) | null,
 *   taken: Cell | null,
 *   hint: Cell | null,
 * }} Drawn */

/** The cells of one kind that hang together with a cell; none where there is nothing. */
export function groupAt(rows, row, col) {
  const kind = rows[row]?.[col];
  if (kind === undefined || kind === ".") return [];
  const found = new Map([[`${row} ${col}`, [row, col]]]);
  for (const [r, c] of found.values()) {
    for (const [y, x] of [
      [r - 1, c],
      [r + 1, c],
      [r, c - 1],
      [r, c + 1],
    ]) {
      if (rows[y]?.[x] === kind && !found.has(`${y} ${x}`)) found.set(`${y} ${x}`, [y, x]);
    }
  }
  return [...found.values()];
}

/** What so many at once are worth. */
export const worth = (count) => (count < 2 ? 0 : count * (count - 1));

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Draws into an element. `draw({rows, t, pick, taken, hint})` draws anew: `pick(row, col)` or null where nothing can be
 * picked, `taken` a cell that was sent and not answered, `hint` a cell to point at. `look(count)` is told how many hang
 * together where the pointer or the focus is; 0 for nowhere. */
export function createWall(element, look) {
  /** @type {Drawn} */
  let now = { rows: [], t: (key) => key, pick: null, taken: null, hint: null };
  let buttons = [];
  /** The cell that the keyboard reaches. @type {Cell} */
  let at = [0, 0];
  const wall = document.createElement("div");
  wall.className = "windfall-wall";
  wall.setAttribute("role", "group");
  element.append(wall);

  const place = (target) => target.closest?.("button")?.dataset.cell?.split(" ").map(Number);
  const mark = (name, cells) => {
    for (const line of buttons) for (const button of line) delete button.dataset[name];
    for (const [row, col] of cells) buttons[row][col].dataset[name] = "";
  };
  const show = (cell) => {
    const group = cell ? groupAt(now.rows, ...cell) : [];
    mark("lit", group.length > 1 ? group : []);
    look(group.length);
  };
  const reach = (/** @type {number[]} */ [row, col], focus) => {
    buttons[at[0]]?.[at[1]]?.setAttribute("tabindex", "-1");
    at = [row, col];
    buttons[row][col].setAttribute("tabindex", "0");
    if (focus) buttons[row][col].focus();
  };
  /** The fruit nearest to a cell, or undefined on an empty wall. */
  const nearest = ([row, col]) =>
    now.rows
      .flatMap((line, r) => [...line].flatMap((kind, c) => (kind === "." ? [] : [[r, c]])))
      .sort(([r, c], [y, x]) => Math.hypot(r - row, c - col) - Math.hypot(y - row, x - col))[0];

  wall.addEventListener("click", (event) => {
    const cell = place(event.target);
    if (cell) now.pick?.(cell[0], cell[1]);
  });
  for (const name of ["pointerover", "focusin"])
    wall.addEventListener(name, (event) => show(place(event.target)));
  for (const name of ["pointerleave", "focusout"]) wall.addEventListener(name, () => show(null));
  wall.addEventListener("focusin", (event) => {
    const cell = place(event.target);
    if (cell) reach(cell, false);
  });
  wall.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const [row, col] = [at[0] + step[0], at[1] + step[1]];
    if (now.rows[row]?.[col] && now.rows[row][col] !== ".") reach([row, col], true);
  });

  const build = () => {
    wall.style.setProperty("--rows", String(now.rows.length));
    wall.style.setProperty("--cols", String(now.rows[0].length));
    buttons = now.rows.map((line, row) =>
      [...line].map((_, col) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "windfall-fruit";
        button.dataset.cell = `${row} ${col}`;
        button.tabIndex = -1;
        return button;
      }),
    );
    wall.replaceChildren(...buttons.flat());
  };

  return {
    draw(/** @type {Drawn} */ next) {
      now = next;
      const { rows, t, pick, taken, hint } = now;
      if (buttons.length !== rows.length || buttons[0].length !== rows[0].length) build();
      const focused = wall.contains(document.activeElement);
      wall.setAttribute("aria-label", t("wall"));
      rows.forEach((line, row) => {
        [...line].forEach((kind, col) => {
          const button = buttons[row][col];
          const count = groupAt(rows, row, col).length;
          button.dataset.kind = kind;
          button.hidden = kind === ".";
          button.setAttribute("aria-disabled", String(!pick));
          const fruit = t(`fruit.${kind === "." ? "0" : kind}`);
          button.ariaLabel = t("place", { row: row + 1, col: col + 1, fruit, count });
        });
      });
      mark("taken", taken ? groupAt(rows, ...taken) : []);
      mark("hint", hint ? groupAt(rows, ...hint) : []);
      const home = nearest(at);
      if (home) reach(home, focused && rows[at[0]][at[1]] === ".");
      show(focused ? at : null);
    },
    remove: () => wall.remove(),
  };
}
