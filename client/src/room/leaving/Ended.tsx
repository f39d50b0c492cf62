/** Instead of a room that one is not let into, or not any more. */
import { useTranslation } from "react-i18next";
import { Button, ButtonLink } from "@/ui/controls/Button";
import { TopBar } from "@/ui/page/TopBar";
import CodeBox from "../invitation/CodeBox";

/** Of a room that is still there, and in which I cannot be now. */
const NOT_NOW = new Set([
  "banned",
  "daily-first",
  "room-crowded",
  "room-elsewhere",
  "too-fast",
  "too-many-codes",
  "too-many-sockets",
]);

/** `code` is that of the bye: why there is nothing to come back to. `again` enters once more. */
export function Ended({ code, again }: { code: string; again: () => void }) {
  const { t } = useTranslation("hub");
  const elsewhere = code === "room-elsewhere";
  return (
    <>
      <TopBar />
      <main className="page page-narrow">
        <h1>{t(NOT_NOW.has(code) ? "room.notNow" : "room.ended")}</h1>
        <p>{t(`problem.${code}`, { defaultValue: t("problem.unknown") })}</p>
        <div className="row">
          {code === "daily-first" && (
            <ButtonLink kind="main" icon="play" href="/daily">
              {t("daily.play")}
            </ButtonLink>
          )}
          {elsewhere && (
            <Button kind="main" icon="play" onClick={again}>
              {t("room.playHere")}
            </Button>
          )}
          <ButtonLink kind={code === "daily-first" || elsewhere ? "quiet" : "main"} href="/">
            {t("home")}
          </ButtonLink>
        </div>
        <CodeBox />
      </main>
    </>
  );
}
