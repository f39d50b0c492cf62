/** What was played: the board of a game for one, its seed, and the options that were chosen. */
import { useTranslation } from "react-i18next";
import { useListedGame, useNames } from "@/catalogue/names";
import type { ChosenOptions } from "@/catalogue/options";

interface OptionFactsProps {
  game: string;
  board: string;
  seats: number;
  seed: number | null;
  /** A process of the version before leaves them out of what it says of a file: while processes are replaced one after the
   *  other, it may be the one that answers these pages. */
  options: ChosenOptions | undefined;
}

/** The board of a game for several says how many played, which their list shows. */
export function OptionFacts({ game, board, seats, seed, options = {} }: OptionFactsProps) {
  const { t } = useTranslation("hub");
  const names = useNames();
  const seeded = useListedGame(game)?.seeded === true && seed !== null;
  const solo = seats === 1 ? board : undefined;
  const told = solo && names.board(game, solo);
  const chosen = names.options({ game, options }, solo);
  return (
    <>
      {(told || seeded) && (
        <div className="apart">
          <dt>{t("replay.board")}</dt>
          <dd>
            {told}
            {seeded && (
              <span className="soft figures">
                {told && " · "}
                {t("replay.seed", { seed })}
              </span>
            )}
          </dd>
        </div>
      )}
      {chosen.length > 0 && (
        <div className="apart">
          <dt>{t("replay.options")}</dt>
          <dd>{chosen.join(" · ")}</dd>
        </div>
      )}
    </>
  );
}
