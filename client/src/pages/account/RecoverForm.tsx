/** Becoming the player of a recovery phrase on this device. Whoever could not come back to who they are now is asked first. */
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { http, queryClient, request } from "@/api/client";
import { isProblem, problemText } from "@/api/problem";
import { meQuery } from "@/api/queries";
import type { Me } from "@/home/player/me";
import { Button } from "@/ui/controls/Button";
import { Field } from "@/ui/controls/Field";
import { notify } from "@/ui/notices";

const ConfirmSheet = lazy(() => import("@/ui/sheets/ConfirmSheet"));

export function RecoverForm() {
  const { t } = useTranslation("hub");
  const [typed, setTyped] = useState("");
  /** Who would be left behind, and the phrase that was typed, while that is being asked. */
  const [asking, setAsking] = useState<{ me: Me; words: string } | null>(null);
  const recover = useMutation({
    mutationFn: (words: string) => request(http.POST("/api/me/recover", { body: { phrase: words } })),
    onSuccess: (player) => {
      queryClient.setQueryData(meQuery.queryKey, player);
      void queryClient.resetQueries({ predicate: (query) => query.queryKey[0] !== meQuery.queryKey[0] });
      setTyped("");
      notify(t("settings.phrase.recovered", { name: player.name }));
    },
    onSettled: () => setAsking(null),
    meta: { failureShown: true },
  });
  const look = useMutation({
    mutationFn: (_words: string) => whoLosesGames(),
    onSuccess: (me, words) => (me ? setAsking({ me, words }) : recover.mutate(words)),
    meta: { failureShown: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!look.isPending && !recover.isPending) look.mutate(typed.trim());
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
          readOnly={look.isPending}
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
        {asking && (
          <ConfirmSheet
            title={t("settings.phrase.sure", { name: asking.me.name })}
            text={t("settings.phrase.sureText", { name: asking.me.name })}
            yes={t("settings.phrase.recover")}
            no={t("settings.phrase.stay", { name: asking.me.name })}
            busy={recover.isPending}
            open
            onYes={() => recover.mutate(asking.words)}
            onClose={() => setAsking(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** Who I am, if games or seats of mine would be out of everybody's reach once this device is somebody else's; else null. */
async function whoLosesGames(): Promise<Me | null> {
  try {
    // Asked anew: another window may have been given a phrase.
    const me = await request(http.GET("/api/me"));
    if (me.recoverable || me.account) return null;
    const params = { path: { player_id: me.id }, query: { count: 1 } };
    const [played, rooms] = await Promise.all([
      request(http.GET("/api/players/{player_id}/matches", { params })),
      request(http.GET("/api/me/rooms")),
    ]);
    return played.length > 0 || rooms.length > 0 ? me : null;
  } catch (error) {
    // On a device that was signed out meanwhile nobody is left behind.
    if (isProblem(error, "no-player")) return null;
    throw error;
  }
}
