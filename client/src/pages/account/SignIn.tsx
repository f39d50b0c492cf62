/** Signing in with the provider that the host chose: the browser leaves for it, and comes back to this page. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { http, ME, queryClient, request } from "@/api/client";
import { problemText } from "@/api/problem";
import { useMe, welcomeQuery } from "@/api/queries";
import { pathBelow } from "@/base";
import { Button } from "@/ui/controls/Button";
import { notify } from "@/ui/notices";

/** Whether people can sign in here. */
export const useSignIn = () => useQuery(welcomeQuery).data?.sign_in ?? false;

export function SignInButton({ to = pathBelow(location.pathname) }: { to?: string }) {
  const { t } = useTranslation("hub");
  const begin = useMutation({
    mutationFn: () => request(http.POST("/api/sign-in", { body: { to } })),
    onSuccess: ({ address }) => location.assign(address),
    meta: { failureShown: true },
  });
  const { reset } = begin;
  useEffect(() => {
    // Whoever comes back from the provider by the browser's own button finds the page as it was left.
    window.addEventListener("pageshow", reset);
    return () => window.removeEventListener("pageshow", reset);
  }, [reset]);
  return (
    <>
      <Button kind="main" onClick={() => begin.mutate()} busy={begin.isPending || begin.isSuccess}>
        {t("signIn.go")}
      </Button>
      {begin.error && <p role="alert">{problemText(begin.error)}</p>}
    </>
  );
}

/** My account among the settings; nothing where people cannot sign in. */
export function Account() {
  const { t } = useTranslation("hub");
  const signedIn = useMe().data?.account ?? false;
  const signOut = useMutation({
    mutationFn: () => request(http.POST("/api/me/sign-out")),
    onSuccess: async () => {
      notify(t("signIn.out.done"));
      // Everything else is asked by whoever I am then.
      await queryClient.resetQueries({ queryKey: ME });
      await queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] });
    },
  });
  if (!useSignIn()) return null;
  return (
    <section className="card">
      <h2>{t("signIn.account")}</h2>
      <p className="soft">{t(signedIn ? "signIn.signedIn" : "signIn.text")}</p>
      <div className="row">
        {signedIn ? (
          <Button icon="leave" onClick={() => signOut.mutate()} busy={signOut.isPending}>
            {t("signIn.out.button")}
          </Button>
        ) : (
          <SignInButton />
        )}
      </div>
    </section>
  );
}
