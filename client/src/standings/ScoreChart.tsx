/** Scores over time, without practice and help, a line for each board; the table below it in the page says the same in words. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { Schema } from "@/api/client";
import { gamesQuery } from "@/api/queries";
import { useNames } from "@/catalogue/names";
import { Choose } from "@/ui/controls/Choose";
import { isCalm } from "@/ui/preferences";

export default function ScoreChart({
  played,
  player,
}: {
  played: readonly Schema["PlayedMatch"][];
  player: string;
}) {
  const { t } = useTranslation("hub");
  const names = useNames();
  const games = useQuery(gamesQuery).data ?? [];
  const onScale = new Set(games.filter((game) => game.scores_add_up).map((game) => game.id));
  const counts = (match: Schema["PlayedMatch"]) => onScale.has(match.game) && isOwnScore(match);
  const kinds = [...new Set(played.filter(counts).map((match) => `${match.game} ${match.board ?? ""}`))];
  const [chosen, setChosen] = useState<string | null>(null);
  const kind = chosen ?? kinds[0];
  if (kind === undefined) return null;
  const [game = "", board = ""] = kind.split(" ");
  const points = played
    .filter((match) => counts(match) && match.game === game && (match.board ?? "") === board)
    .map((match) => ({ score: match.seats.find((seat) => seat.player === player)?.score ?? 0 }))
    .reverse()
    .map((point, index) => ({ ...point, game: index + 1 }));
  if (points.length < 2) return null;
  return (
    <>
      {kinds.length > 1 && (
        <Choose
          label={t("player.chart")}
          value={kind}
          values={kinds.map((value) => {
            const [id = "", name = ""] = value.split(" ");
            return { value, label: `${names.game(id)} ${names.board(id, name)}` };
          })}
          onChange={setChosen}
        />
      )}
      <div className="chart">
        <ResponsiveContainer width="100%" height="100%">
          <LineChart data={points} accessibilityLayer title={t("player.chart")}>
            <CartesianGrid stroke="var(--edge)" vertical={false} />
            <XAxis dataKey="game" allowDecimals={false} stroke="var(--edge-strong)" />
            <YAxis stroke="var(--edge-strong)" width={44} allowDecimals={false} domain={["auto", "auto"]} />
            <Tooltip
              contentStyle={{
                background: "var(--raised)",
                border: "1px solid var(--edge)",
                color: "var(--ink)",
              }}
            />
            <Line
              dataKey="score"
              name={t("boards.score")}
              stroke="var(--lamp)"
              strokeWidth={2.5}
              dot={{ r: 4, fill: "var(--lamp)" }}
              isAnimationActive={!isCalm()}
            />
          </LineChart>
        </ResponsiveContainer>
      </div>
    </>
  );
}

/** Whether a score says how somebody plays: the match is over, and was neither practice nor had help. */
export function isOwnScore(match: Schema["PlayedMatch"]): boolean {
  const { reason, not_counted: why } = match;
  if (why === "chosen-seed" || why === "helped") return false;
  return reason !== null && match.seats.every((seat) => seat.score !== null);
}
