/** What a desktop has room for: how far the game is, who watches, and the keys. */
import { KeyList, useHost } from "@/game-kit";
import type { View } from "./types";

export function Aside({ view }: { view: View }) {
  const { t, game, table } = useHost();
  const lines = [...view.h.flat(), ...view.v.flat()];
  const drawn = lines.filter((owner) => owner !== null).length;
  const boxes = view.boxes.flat();
  const owned = boxes.filter((owner) => owner !== null).length;
  return (
    <div className="dots-aside">
      <dl className="figures">
        <div>
          <dt>{t("aside.lines")}</dt>
          <dd>{t("aside.of", { some: drawn, all: lines.length })}</dd>
        </div>
        <div>
          <dt>{t("aside.boxes")}</dt>
          <dd>{t("aside.of", { some: owned, all: boxes.length })}</dd>
        </div>
        {table && table.room.watchers > 0 && (
          <div>
            <dt>{t("aside.watchers")}</dt>
            <dd>{table.room.watchers}</dd>
          </div>
        )}
      </dl>
      {table && <KeyList game={game} className="dots-keys" />}
    </div>
  );
}
