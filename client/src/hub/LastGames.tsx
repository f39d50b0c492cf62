/** What I played last, each with its replay. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { asked, http, useMe } from "@/api/queries";
import { PlayedRow } from "./PlayedRow";

const SHOWN = 4;

export function LastGames() {
  const { t } = useTranslation("hub");
  const me = useMe().data?.id;
  const played = useQuery({
    queryKey: ["played", me],
    queryFn: () =>
      asked(http.GET("/api/players/{player_id}/matches", { params: { path: { player_id: me ?? "" } } })),
    enabled: me !== undefined,
  });
  const over = played.data?.filter((match) => match.ended !== null) ?? [];
  if (played.isPending) return <p className="soft">{t("loading")}</p>;
  if (over.length === 0) return <p className="empty">{t("hub.noLast")}</p>;
  return (
    <ul className="hub-list">
      {over.slice(0, SHOWN).map((match) => (
        <PlayedRow key={match.match} played={match} me={me} />
      ))}
    </ul>
  );
}
