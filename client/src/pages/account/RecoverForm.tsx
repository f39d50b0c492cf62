/** Becoming the player of a recovery phrase on this device. Whoever could not come back to who they are now is asked first. */
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { http, queryClient, request } from "@/api/client";
import { isProblem, problemText } from "@/api/problem";
import { meQuery, useMe } from "@/api/queries";
import { Button } from "@/ui/controls/Button";
import { Field } from "@/ui/controls/Field";
import { notify } from "@/ui/notices";

const ConfirmSheet = lazy(() => import("@/ui/sheets/ConfirmSheet"));

export function RecoverForm() {
  const { t } = useTranslation("hub");
  const me = useMe().data;
  const [typed, setTyped] = useState("");
  const [asking, setAsking] = useState(false);
  const recover = useMutation({
    mutationFn: (words: string) => request(http.POST("/api/me/recover", { body: { phrase: words } })),
    onSuccess: (player) => {
      queryClient.setQueryData(meQuery.queryKey, player);
      void queryClient.resetQueries({ predicate: (query) => query.queryKey[0] !== meQuery.queryKey[0] });
      setTyped("");
      notify(t("settings.phrase.recovered", { name: player.name }));
    },
    onSettled: () => setAsking(false),
    meta: { failureShown: true },
  });
  const goOn = () => recover.mutate(typed.trim());
  const look = useMutation({
    mutationFn: losesGames,
    onSuccess: (loses) => (loses ? setAsking(true) : goOn()),
    meta: { failureShown: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!look.isPending && !recover.isPending) look.mutate();
  };
  const wrong = look.error ?? recover.error;
  return (
    <>
      <form className="settings-recover" onSubmit={submit}>
        <Field
          label={t("settings.phrase.enter")}
          wrong={wrong && problemText(wrong)}
          value={typed}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.target.value);
            look.reset();
            recover.reset();
          }}
        />
        <Button type="submit" disabled={!typed.trim()} busy={look.isPending || recover.isPending}>
          {t("settings.phrase.recover")}
        </Button>
      </form>
      <Suspense fallback={null}>
        {asking && me && (
          <ConfirmSheet
            title={t("settings.phrase.sure", { name: me.name })}
            text={t("settings.phrase.sureText", { name: me.name })}
            yes={t("settings.phrase.recover")}
            no={t("settings.phrase.stay", { name: me.name })}
            busy={recover.isPending}
            open
            onYes={goOn}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </>
  );
}

/** Whether games or seats would be out of everybody's reach once this device is somebody else's. */
async function losesGames(): Promise<boolean> {
  try {
    // Asked anew: another window may have been given a phrase.
    const { id, recoverable, account } = await request(http.GET("/api/me"));
    if (recoverable || account) return false;
    const params = { path: { player_id: id }, query: { count: 1 } };
    const [played, rooms] = await Promise.all([
      request(http.GET("/api/players/{player_id}/matches", { params })),
      request(http.GET("/api/me/rooms")),
    ]);
    return played.length > 0 || rooms.length > 0;
  } catch (error) {
    // On a device that was signed out meanwhile nobody is left behind.
    if (isProblem(error, "no-player")) return false;
    throw error;
  }
}
