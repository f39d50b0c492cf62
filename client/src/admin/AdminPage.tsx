/** The host's page: who plays here, what was reported, and what a host can do about it. Opened by a link with a token. */
import { useQuery } from "@tanstack/react-query";
import { use, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { isProblem } from "@/api/problem";
import { loadWords } from "@/text";
import { date } from "@/text/times";
import { Choose } from "@/ui/controls/Choose";
import { DocumentationLink } from "@/ui/page/DocumentationLink";
import { Failure } from "@/ui/page/Failure";
import { Page } from "@/ui/page/Page";
import { ActSheet } from "./ActSheet";
import { ask, takeToken, type WantedAct } from "./adminApi";
import { ActLog, Matches, Players, Reports, Rooms } from "./lists";
import { Announcing, Links, Restrictions, Results, ServerSettings } from "./sections";
import "./admin.css";

const SECTIONS = [
  "reports",
  "players",
  "rooms",
  "matches",
  "results",
  "restrictions",
  "announcing",
  "log",
  "links",
  "settings",
] as const;
type Section = (typeof SECTIONS)[number];

const words = loadWords("admin");

export default function AdminPage() {
  use(words);
  const { t } = useTranslation("admin");
  const [token, setToken] = useState(takeToken);
  useEffect(() => {
    // Another link may be opened in the same tab.
    const look = () => setToken(takeToken());
    window.addEventListener("hashchange", look);
    return () => window.removeEventListener("hashchange", look);
  }, []);
  const [section, setSection] = useState<Section>("reports");
  const [wanted, setWanted] = useState<WantedAct | null>(null);
  const overview = useQuery({
    queryKey: ["admin", "overview", token],
    queryFn: ask.overview,
    enabled: token !== "",
  });
  if (token === "" || isProblem(overview.error, "no-host"))
    return (
      <Page title={t("title")} narrow>
        <p>{t(token === "" ? "noLink" : "expired")}</p>
        <p>
          <code>parlour admin link --name …</code>
        </p>
      </Page>
    );
  if (overview.error)
    return (
      <Page title={t("title")} narrow>
        <Failure error={overview.error} retry={() => void overview.refetch()} />
      </Page>
    );
  const found = overview.data;
  const counted: Partial<Record<Section, number | undefined>> = {
    reports: found?.reports,
    rooms: found?.rooms,
    results: found?.marked,
  };
  const label = (one: Section) =>
    counted[one] ? `${t(`section.${one}`)} (${counted[one]})` : t(`section.${one}`);
  return (
    <Page title={t("title")}>
      {found && <p className="soft">{t("who", { name: found.link.name, date: date(found.link.expires) })}</p>}
      <Choose
        label={t("sections")}
        value={section}
        values={SECTIONS.map((value) => ({ value, label: label(value) }))}
        onChange={setSection}
      />
      <section aria-labelledby="admin-section" className="admin-section">
        <h2 id="admin-section">{t(`section.${section}`)}</h2>
        {section === "reports" && <Reports onWant={setWanted} />}
        {section === "players" && <Players onWant={setWanted} />}
        {section === "rooms" && <Rooms onWant={setWanted} />}
        {section === "matches" && <Matches onWant={setWanted} />}
        {section === "results" && <Results onWant={setWanted} />}
        {section === "restrictions" && <Restrictions onWant={setWanted} />}
        {section === "announcing" && <Announcing onWant={setWanted} />}
        {section === "log" && <ActLog />}
        {section === "links" && <Links onWant={setWanted} />}
        {section === "settings" && <ServerSettings />}
      </section>
      <DocumentationLink page="hosting" />
      {wanted && <ActSheet wanted={wanted} onClose={() => setWanted(null)} />}
    </Page>
  );
}
