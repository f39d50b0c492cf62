/** A button that opens a session file from this device. */
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { Button } from "@/ui/controls/Button";
import { readSessionFile } from "./sessionFile";

export default function OpenSession() {
  const { t } = useTranslation("hub");
  const [, go] = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const open = async (files: readonly File[]) => {
    if (await readSessionFile(files)) go("/session");
  };
  return (
    <div className="open-session">
      <Button kind="quiet" icon="eye" onClick={() => input.current?.click()}>
        {t("session.open")}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label={t("session.open")}
        tabIndex={-1}
        hidden
        onChange={(event) => {
          void open([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </div>
  );
}
