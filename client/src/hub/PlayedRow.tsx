/** One match of somebody's history, leading to its replay. */
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Schema } from "@/api/client";
import { isAtHome } from "@/api/ids";
import { useNames } from "@/catalogue/names";
import { ScoreText, useScoreWords } from "@/catalogue/ScoreText";
import { Thumbnail } from "@/stage/pictures";
import { ago } from "@/text/times";

const HandedInNote = lazy(() => import("@/home/handing-in/HandedInNote"));

type Translate = ReturnType<typeof useTranslation>["t"];

export function PlayedRow({ played, me }: { played: Schema["PlayedMatch"]; me?: string }) {
  const { t } = useTranslation("hub");
  const names = useNames();
  const others = othersOf(t, played, me);
  return (
    <li>
      <Link href={`/match/${played.match}`} className="hub-item hub-item-link">
        <span className="hub-thumb">
          <Thumbnail game={played.game} />
        </span>
        <span className="hub-item-words">
          <strong>
            {names.game(played.game)}
            {played.daily && <span className="tag hub-tag">{t("nav.daily")}</span>}
            {played.not_counted === "rejected" && <span className="tag hub-tag">{t("result.rejected")}</span>}
            {played.held && <span className="tag hub-tag">{t("result.held")}</span>}
            {isOffline(played) && <span className="tag hub-tag">{t("result.offline")}</span>}
          </strong>
          <span className="soft">
            {others.length > 0 && `${t("result.with", { names: others.join(", ") })} · `}
            {played.board ? `${names.board(played.game, played.board)} · ` : ""}
            {ago(played.ended ?? played.started)}
            {played.not_counted === "helped" && ` · ${t("result.helped")}`}
            {played.not_counted === "chosen-seed" &&
              ` · ${t(played.tried ? "result.tried" : "result.practice")}`}
            {isOffline(played) && played.handed_in === null && (
              <Suspense fallback={null}>
                <HandedInNote match={played.match} />
              </Suspense>
            )}
          </span>
        </span>
        <span className="hub-result figures">
          <Result played={played} me={me} />
        </span>
      </Link>
    </li>
  );
}

/** Whether it was played at home, handed in or not. */
const isOffline = ({ match, handed_in, not_counted }: Schema["PlayedMatch"]): boolean =>
  handed_in !== null || not_counted === "unwitnessed" || isAtHome(match);

/** Whom somebody played with; nobody at one device, and not who took a seat that they left. */
function othersOf(t: Translate, { seats }: Schema["PlayedMatch"], me: string | undefined): string[] {
  const others = seats.filter((seat) => seat.player !== me && (me === undefined || seat.left_by !== me));
  return [...new Set(others.map((seat) => (seat.bot === null ? seat.name : t("seating.bot"))))];
}

function Result({ played, me }: { played: Schema["PlayedMatch"]; me?: string }) {
  const { t } = useTranslation("hub");
  const words = useScoreWords();
  const mine = played.seats.filter((seat) => seat.player === me);
  const others = played.seats.filter((seat) => seat.player !== me);
  // Whoever reads "won" takes the first number for their own.
  const scores = [...mine, ...others].map((seat) => words.short(seat.shown)).join(" : ");
  if (played.ended === null) return t("result.playing");
  if (played.reason === null) return t("result.left");
  const [alone] = played.seats;
  if (played.seats.length === 1) return alone?.shown ? <ScoreText shown={alone.shown} /> : scores;
  if (mine.length === 0) return `${t("result.left")} ${scores}`;
  if (mine.length === played.seats.length) return scores;
  const won = mine.some((seat) => seat.won);
  const tied = won && played.seats.filter((seat) => seat.won).length > mine.filter((seat) => seat.won).length;
  return `${t(tied ? "result.tied" : won ? "result.won" : "result.lost")} ${scores}`;
}
