/** Language, theme, sound, motion; my name, my recovery phrase, and the way out. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { http, queryClient, request } from "@/api/client";
import { isProblem } from "@/api/problem";
import { devicesQuery, useMe } from "@/api/queries";
import { useServerUnreachable } from "@/api/reachable";
import { SHARED_SOUNDS } from "@/game-kit/contract/sounds";
import KeepOffline from "@/offline/KeepOffline";
import { playSound } from "@/stage/sound";
import { setLanguage } from "@/text";
import { LANGUAGES, nameOf } from "@/text/languages";
import { Button } from "@/ui/controls/Button";
import { Choose } from "@/ui/controls/Choose";
import { notify } from "@/ui/notices";
import { DocumentationLink, useDocumentation } from "@/ui/page/DocumentationLink";
import { Page } from "@/ui/page/Page";
import { preferences, usePreferences } from "@/ui/preferences";
import { copy } from "@/ui/sharing/share";
import { NameField } from "./NameField";
import { RecoverForm } from "./RecoverForm";
import { Account } from "./SignIn";
import "./SettingsPage.css";

const ConfirmSheet = lazy(() => import("@/ui/sheets/ConfirmSheet"));

export default function SettingsPage() {
  const { t } = useTranslation("hub");
  const stranger = isProblem(useMe().error, "sign-in-required");
  return (
    <Page title={t("nav.settings")} columns>
      <Device />
      <Help />
      <KeepOffline />
      <Account />
      {!stranger && (
        <>
          <NameField />
          <OtherDevice />
          <Leave />
        </>
      )}
    </Page>
  );
}

function Device() {
  const { t } = useTranslation("hub");
  const now = usePreferences();
  const change = (language: string) => {
    preferences.set({ language });
    void setLanguage(language);
  };
  const named = <const Value extends string>(group: string, values: readonly Value[]) =>
    values.map((value) => ({ value, label: t(`settings.${group}.${value}`) }));
  return (
    <section className="card">
      <Choose
        label={t("settings.language.label")}
        value={now.language}
        values={LANGUAGES.map((value) => ({ value, label: nameOf(value) }))}
        onChange={change}
      />
      <Choose
        label={t("settings.theme.label")}
        value={now.theme}
        values={named("theme", ["system", "night", "day"])}
        onChange={(theme) => preferences.set({ theme })}
      />
      <Choose
        label={t("settings.sound.label")}
        value={now.sound ? "on" : "off"}
        values={named("sound", ["off", "on"])}
        onChange={(sound) => {
          preferences.set({ sound: sound === "on" });
          playSound(SHARED_SOUNDS.yes);
        }}
      />
      <Choose
        label={t("settings.motion.label")}
        value={now.motion}
        values={named("motion", ["system", "full", "calm"])}
        onChange={(motion) => preferences.set({ motion })}
      />
    </section>
  );
}

/** The documentation, from the page for players on. */
function Help() {
  const { t } = useTranslation("hub");
  return useDocumentation("playing") ? (
    <section className="card">
      <h2>{t("settings.help.title")}</h2>
      <p className="soft">{t("settings.help.text")}</p>
      <DocumentationLink page="playing" />
    </section>
  ) : null;
}

function OtherDevice() {
  const { t } = useTranslation("hub");
  const { id: me, account = false } = useMe().data ?? {};
  const [sure, setSure] = useState<"phrase" | "signOut" | null>(null);
  const devices = useQuery(devicesQuery(me)).data?.signed_in ?? 1;
  const signedOut = (count: number) => {
    setSure(null);
    void queryClient.invalidateQueries({ queryKey: devicesQuery(me).queryKey });
    if (count > 0) notify(t("settings.devices.signedOut", { count }));
  };
  const phrase = useMutation({
    mutationFn: () => request(http.POST("/api/me/phrase")),
    onSuccess: ({ signed_out }) => signedOut(signed_out),
  });
  const signOut = useMutation({
    mutationFn: () => request(http.POST("/api/me/devices/sign-out-others")),
    onSuccess: ({ signed_out }) => signedOut(signed_out),
  });
  const words = phrase.data?.phrase;
  return (
    <section className="card">
      <h2>{t("settings.phrase.title")}</h2>
      {!account && <p className="soft">{t("settings.phrase.text")}</p>}
      <p>{t("settings.devices.count", { count: devices })}</p>
      {words && (
        <>
          <p className="settings-phrase">{words}</p>
          <p>{t("settings.phrase.once")}</p>
        </>
      )}
      <div className="row">
        {words ? (
          <Button icon="link" onClick={() => copy(words)}>
            {t("settings.phrase.copy")}
          </Button>
        ) : (
          !account && (
            <Button
              onClick={() => (devices > 1 ? setSure("phrase") : phrase.mutate())}
              busy={phrase.isPending}
            >
              {t("settings.phrase.show")}
            </Button>
          )
        )}
        {devices > 1 && (
          <Button icon="leave" onClick={() => setSure("signOut")}>
            {t("settings.devices.signOut")}
          </Button>
        )}
      </div>
      {!account && <RecoverForm />}
      <Suspense fallback={null}>
        {sure && (
          <ConfirmSheet
            title={t("settings.devices.sure")}
            text={t(`settings.devices.${account ? "account" : sure}Text`)}
            yes={t(sure === "phrase" ? "settings.phrase.show" : "settings.devices.signOut")}
            no={t("settings.devices.keep")}
            busy={phrase.isPending || signOut.isPending}
            open
            onYes={() => (sure === "phrase" ? phrase : signOut).mutate()}
            onClose={() => setSure(null)}
          />
        )}
      </Suspense>
    </section>
  );
}

function Leave() {
  const { t } = useTranslation("hub");
  const [sure, setSure] = useState(false);
  const unreachable = useServerUnreachable();
  const forget = useMutation({
    mutationFn: () => request(http.DELETE("/api/me")),
    onSuccess: () => {
      setSure(false);
      void queryClient.resetQueries();
      notify(t("settings.forget.done"));
    },
  });
  return (
    <section className="card">
      <h2>{t("settings.forget.title")}</h2>
      <p className="soft">{t("settings.forget.text")}</p>
      <div className="row">
        <Button kind="danger" onClick={() => setSure(true)} disabled={unreachable}>
          {t("settings.forget.button")}
        </Button>
        {unreachable && <span className="soft">{t("offline.quick")}</span>}
      </div>
      <Suspense fallback={null}>
        {sure && (
          <ConfirmSheet
            title={t("settings.forget.sure")}
            text={t("settings.forget.text")}
            yes={t("settings.forget.button")}
            no={t("settings.forget.keep")}
            busy={forget.isPending}
            open
            onYes={() => forget.mutate()}
            onClose={() => setSure(false)}
          />
        )}
      </Suspense>
    </section>
  );
}
