/** What became of a match that was played at home and is kept here, on its way to the hub. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { sessionKept } from "@/home/kept/kept";

export default function HandedInNote({ match }: { match: string }) {
  const { t } = useTranslation("hub");
  const found = useQuery({
    queryKey: ["handed-in", match],
    queryFn: async () => (await sessionKept(match))?.handedIn ?? null,
    staleTime: 0,
  }).data;
  if (found?.state === "waiting") {
    if (!found.code) return ` · ${t("handedIn.waiting")}`;
    const words = [`handedIn.until.${found.code}`, `problem.${found.code}`, "problem.unknown"];
    return ` · ${t("handedIn.waits", { why: t(words) })}`;
  }
  if (found?.state !== "refused") return null;
  const words = ["handedIn.because", "session.why", "problem"].map((kind) => `${kind}.${found.code}`);
  const why = t(words, { defaultValue: found.detail });
  return ` · ${t("handedIn.why", { why })}`;
}
