/** What I am called, with the server's own bound on it and its reasons at the field. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { http, queryClient, request } from "@/api/client";
import { problemText } from "@/api/problem";
import { meQuery, useMe, welcomeQuery } from "@/api/queries";
import { Button } from "@/ui/controls/Button";
import { Field } from "@/ui/controls/Field";
import { notify } from "@/ui/notices";
import { Failure } from "@/ui/page/Failure";
import { nameLength } from "./nameLength";

/** Behind the name of somebody who is not the only one so called; the server gives it. */
const NUMBER = /#\d+$/;

export function NameField() {
  const { t } = useTranslation("hub");
  const me = useMe();
  const most = useQuery(welcomeQuery).data?.longest_name;
  const [name, setName] = useState<string | null>(null);
  const rename = useMutation({
    mutationFn: (wanted: string) => request(http.PATCH("/api/me", { body: { name: wanted } })),
    onSuccess: (player) => {
      queryClient.setQueryData(meQuery.queryKey, player);
      setName(null);
      notify(t("settings.name.saved", { name: player.name }));
    },
    meta: { failureShown: true },
  });
  if (me.error) return <Failure error={me.error} retry={() => void me.refetch()} />;
  const shown = me.data?.name ?? "";
  const plain = shown.replace(NUMBER, "");
  const length = nameLength(name ?? plain);
  const tooLong = most !== undefined && length > most;
  const type = (typed: string) => {
    setName(typed);
    rename.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name?.trim() && !tooLong) rename.mutate(name);
  };
  return (
    <form className="card" onSubmit={submit}>
      <Field
        label={t("settings.name.label")}
        wrong={
          tooLong ? t("settings.name.tooLong", { length, most }) : rename.error && problemText(rename.error)
        }
        note={most && name !== null ? t("settings.name.length", { length, most }) : ""}
        value={name ?? plain}
        maxLength={200}
        autoComplete="nickname"
        onChange={(event) => type(event.target.value)}
      />
      {shown !== plain && <p className="soft">{t("settings.name.number", { name: shown })}</p>}
      <div className="row">
        <Button kind="main" type="submit" disabled={!name?.trim()} busy={rename.isPending}>
          {t("settings.name.save")}
        </Button>
      </div>
    </form>
  );
}
