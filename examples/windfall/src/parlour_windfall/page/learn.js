/** The lesson: pick, then pick more at once. */
import { createWall, groupAt } from "./wall.js";

const lesson = (key, rows, fewest) => ({
  key,
  mount(element, props) {
    const wall = createWall(element, () => {});
    const draw = ({ host, done }, shown) => {
      wall.draw({
        rows: shown,
        t: host.t,
        taken: null,
        hint: null,
        pick: (row, col) => {
          const group = groupAt(shown, row, col);
          if (group.length < fewest) return host.notify(host.t(`tutorial.${key}.other`));
          const gone = new Set(group.map(String));
          draw(
            { host, done },
            shown.map((line, r) => [...line].map((kind, c) => (gone.has(`${r},${c}`) ? "." : kind)).join("")),
          );
          done();
        },
      });
    };
    draw(props, rows);
    return { update() {}, unmount: () => wall.remove() };
  },
});

/** @type {import("../../../types/parlour").LearnScript["lessons"]} */
export const lessons = [
  lesson("pick", ["1203", "0012", "3302"], 2),
  lesson("more", ["0111", "2011", "2201"], 6),
];
