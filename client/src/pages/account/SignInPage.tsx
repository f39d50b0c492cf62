/** Where people have to sign in to play, and where a sign-in ends that came to nothing. */
import { useTranslation } from "react-i18next";
import { Problem, problemText } from "@/api/problem";
import { useMe } from "@/api/queries";
import { pathBelow } from "@/base";
import { ButtonLink } from "@/ui/controls/Button";
import { Page } from "@/ui/page/Page";
import { SignInButton, useSignIn } from "./SignIn";

export default function SignInPage() {
  const { t } = useTranslation("hub");
  const me = useMe().data;
  const canSignIn = useSignIn();
  const problem = new URLSearchParams(location.search).get("problem");
  const wanted = pathBelow(location.pathname);
  const said = problem
    ? problemText(new Problem(problem, t("problem.unknown"), 0))
    : t(me?.account ? "signIn.signedIn" : me ? "signIn.text" : "problem.sign-in-required");
  return (
    <Page title={t("signIn.title")} narrow>
      <p role={problem ? "alert" : undefined}>{said}</p>
      <div className="row">
        {canSignIn && !(me?.account && !problem) && (
          <SignInButton to={wanted === "/sign-in" ? "/" : wanted} />
        )}
        {me && <ButtonLink href="/">{t("signIn.back")}</ButtonLink>}
      </div>
    </Page>
  );
}
