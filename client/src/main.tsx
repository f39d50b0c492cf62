import "@fontsource-variable/fraunces/wght.css";
import "@fontsource-variable/atkinson-hyperlegible-next/wght.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { setNonce } from "get-nonce";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { connectPage, queryClient } from "@/api/client";
import { gamesQuery } from "@/api/queries";
import { App } from "./App";
import { fetchAnywhere } from "./home/answers/route";
import { setLanguage } from "./text";
import { notify } from "./ui/notices";
import { preferences } from "./ui/preferences";

// Dialogs add a style of their own while they are open; the page's policy wants its nonce on it.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
if (nonce) setNonce(nonce);

const root = document.getElementById("root");
if (!root) throw new Error("the page has no root");
connectPage({ send: fetchAnywhere, tell: notify });
// What is played here is asked for while the words are loaded: most often it is there with the first page.
void queryClient.prefetchQuery(gamesQuery);
await setLanguage(preferences.get().language);
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
// Once the first page is there: what lets pages open without the server comes after everything that it needs.
if (import.meta.env.PROD)
  requestIdle(() => void import("./offline/register").then(({ register }) => register()));

function requestIdle(call: () => void): void {
  const idle = () => (window.requestIdleCallback ?? setTimeout)(call);
  if (document.readyState === "complete") idle();
  else window.addEventListener("load", idle, { once: true });
}
