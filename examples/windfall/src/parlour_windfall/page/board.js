/** Windfall's page: the wall, the points, and a button for a hint. */
import { createWall, worth } from "./wall.js";

/** @typedef {{ rows: string[], asked: number }} View */
/** @typedef {{ do: "pick", row: number, col: number } | { do: "hint" }} Action */
/** @typedef {import("../../../types/parlour").BoardScript<View, Action>} BoardScript */

/** @type {BoardScript["sounds"]} */
export const sounds = {
  pick: [
    { pitch: 520, seconds: 0.09, loudness: 0.07, shape: "triangle" },
    { pitch: 780, seconds: 0.12, loudness: 0.05, after: 0.05 },
  ],
};

/** @type {BoardScript["mount"]} */
export function mount(element, first) {
  let props = first;
  /** The entry that was drawn last, and the points there were then. */
  let seen = { seq: first.moment.seq, score: first.moment.scores[0] };
  let hint = null;
  let warned = false;

  const score = document.createElement("p");
  score.className = "windfall-score figures";
  const note = document.createElement("p");
  note.className = "windfall-note soft";
  first.status.replaceChildren(score, note);

  const ask = document.createElement("button");
  ask.type = "button";
  ask.className = "button";
  ask.addEventListener("click", askForHint);

  const wall = createWall(element, (count) => {
    const { t } = props.host;
    note.textContent =
      count > 1 ? t("worth", { count, points: worth(count) }) : t(count === 1 ? "lonely" : "aim");
  });

  async function askForHint() {
    const { host, moment } = props;
    const { room, t } = host;
    if (!room?.advise) return;
    if (room.now.ranked && !moment.view.asked && !warned) {
      warned = true;
      host.notify(t("helpEndsRanking"));
      return;
    }
    ask.disabled = true;
    const advice = /** @type {{ pick: { row: number, col: number }, count: number } | null | undefined} */ (
      await room.advise()
    );
    ask.disabled = false;
    if (!advice) return;
    hint = { seq: props.moment.seq, cell: [advice.pick.row, advice.pick.col] };
    host.announce(t("advice", { row: advice.pick.row + 1, col: advice.pick.col + 1, count: advice.count }));
    draw();
  }

  function draw() {
    const { moment, pending, submit, host } = props;
    const { t } = host;
    const { view, scores } = moment;
    score.textContent = t("points", { points: scores[0] });
    const waiting = pending.find((action) => action.do === "pick");
    const pointed = hint && view.asked > 0 && moment.seq <= hint.seq + 1 ? hint.cell : null;
    wall.draw({
      rows: view.rows,
      t,
      pick: submit && !waiting ? (row, col) => submit({ do: "pick", row, col }) : null,
      taken: waiting ? [waiting.row, waiting.col] : null,
      hint: pointed,
    });
    ask.textContent = t("hint");
    if (host.room?.advise && submit) props.controls.replaceChildren(ask);
    else ask.remove();
  }

  /** Says and plays what has just come; a replay's jump says nothing. */
  function tell() {
    const { moment, host } = props;
    const { seq, last, scores } = moment;
    if (seq === seen.seq + 1 && last?.action.do === "pick" && !last.refused) {
      hint = null;
      host.play("pick");
      host.announce(host.t("picked", { points: scores[0] - seen.score, sum: scores[0] }));
    }
    seen = { seq, score: scores[0] };
  }

  draw();
  return {
    update(next) {
      props = next;
      draw();
      tell();
    },
    unmount() {
      wall.remove();
      ask.remove();
      first.status.replaceChildren();
    },
  };
}

/** How it ended.
 * @type {NonNullable<BoardScript["ending"]>} */
export function ending({ moment, host }) {
  const left = moment.view.rows.join("").replaceAll(".", "").length;
  return {
    title: host.t(`over.${moment.outcome?.reason}`),
    text: host.t("over.text", { points: moment.scores[0], count: left }),
  };
}
