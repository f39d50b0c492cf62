/** Before a host's act: what it does, what it needs to know, and why. Nothing is done without a reason. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { problemText } from "@/api/problem";
import { Button } from "@/ui/controls/Button";
import { Field } from "@/ui/controls/Field";
import { notify } from "@/ui/notices";
import Sheet from "@/ui/sheets/Sheet";
import { doAct, type WantedAct } from "./adminApi";

/** What is asked for besides the reason. */
const ASKED: Partial<Record<WantedAct["act"], readonly ("name" | "text" | "where" | "days" | "hours")[]>> = {
  rename: ["name"],
  mute: ["days"],
  ban: ["days"],
  "ban-address": ["where", "days"],
  announce: ["text", "hours"],
};
/** What can be taken back by another act. */
const UNDONE = new Set<WantedAct["act"]>([
  "rename",
  "mute",
  "unmute",
  "unban",
  "unban-address",
  "announce",
  "accept-result",
  "settle-report",
]);
const NUMBERS = new Set(["days", "hours"]);

export function ActSheet({ wanted, onClose }: { wanted: WantedAct; onClose: () => void }) {
  const { t } = useTranslation("admin");
  const asked = (ASKED[wanted.act] ?? []).filter((name) => !(name in wanted.fields));
  const [typed, setTyped] = useState<Record<string, string>>({});
  const act = useMutation({
    mutationFn: () => {
      const given = Object.entries(typed).filter(([, value]) => value.trim() !== "");
      const more = given.map(([name, value]) => [name, NUMBERS.has(name) ? Number(value) : value.trim()]);
      return doAct(wanted, Object.fromEntries(more));
    },
    onSuccess: () => {
      notify(t("done"));
      onClose();
    },
    meta: { failureShown: true },
  });
  const field = (name: string, note?: string) => (
    <Field
      key={name}
      label={t(`ask.${name}`)}
      note={note}
      type={NUMBERS.has(name) ? "number" : "text"}
      min={NUMBERS.has(name) ? 0 : undefined}
      step={NUMBERS.has(name) ? "any" : undefined}
      maxLength={500}
      required={name !== "days" && name !== "hours"}
      value={typed[name] ?? ""}
      onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
    />
  );
  return (
    <Sheet title={t(`act.${wanted.act}`)} open onClose={onClose}>
      <form
        className="act-form"
        onSubmit={(event) => {
          event.preventDefault();
          act.mutate();
        }}
      >
        {wanted.named && <p className="act-named">{wanted.named}</p>}
        <p>{t(`explain.${wanted.act}`)}</p>
        {asked.map((name) => field(name, NUMBERS.has(name) ? t("ask.untilLifted") : undefined))}
        {field("reason", t("ask.logged"))}
        {act.error && (
          <p role="alert" className="field-wrong">
            {problemText(act.error)}
          </p>
        )}
        <div className="row">
          <Button type="submit" kind={UNDONE.has(wanted.act) ? "main" : "danger"} busy={act.isPending}>
            {t(`act.${wanted.act}`)}
          </Button>
          <Button onClick={onClose}>{t("cancel")}</Button>
        </div>
      </form>
    </Sheet>
  );
}
