/** What I played last, each with its replay. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { historyQuery, useMe } from "@/api/queries";
import { KeepOffer } from "./KeepOffer";
import { PlayedRow } from "./PlayedRow";

const SHOWN = 4;

export function LastGames() {
  const { t } = useTranslation("hub");
  const me = useMe().data?.id;
  const played = useInfiniteQuery(historyQuery(me));
  const over = played.data?.pages.flat().filter((match) => match.ended !== null) ?? [];
  if (played.isPending) return <p className="soft">{t("loading")}</p>;
  if (over.length === 0) return <p className="empty">{t("hub.noLast")}</p>;
  return (
    <>
      <ul className="hub-list">
        {over.slice(0, SHOWN).map((match) => (
          <PlayedRow key={match.match} played={match} me={me} />
        ))}
      </ul>
      <KeepOffer />
    </>
  );
}
