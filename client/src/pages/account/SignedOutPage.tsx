/** Instead of every page, on a device that was signed out: nothing is asked of the server until the player goes on. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { queryClient } from "@/api/client";
import { ButtonLink } from "@/ui/controls/Button";
import { useArrival } from "@/ui/focus/arrival";
import { SignInButton, useSignIn } from "./SignIn";
import "@/ui/page/Page.css";

const goOn = () => void queryClient.resetQueries();

export default function SignedOutPage() {
  const { t } = useTranslation("hub");
  const title = t("signedOut.title");
  useEffect(() => {
    document.title = `${title} · Parlour`;
  }, [title]);
  useArrival();
  const canSignIn = useSignIn();
  return (
    <main className="page page-narrow">
      <h1>{title}</h1>
      <p>{t("problem.signed-out")}</p>
      <div className="row">
        {canSignIn && <SignInButton />}
        <ButtonLink kind={canSignIn ? "plain" : "main"} href="/" onClick={goOn}>
          {t("signedOut.asGuest")}
        </ButtonLink>
        <ButtonLink href="/settings" onClick={goOn}>
          {t("signedOut.phrase")}
        </ButtonLink>
      </div>
    </main>
  );
}
