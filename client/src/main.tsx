import "@fontsource-variable/fraunces/wght.css";
import "@fontsource-variable/atkinson-hyperlegible-next/wght.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { setNonce } from "get-nonce";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queries } from "@/api/queries";
import { App } from "./App";
import { speak } from "./text";
import { preferences } from "./ui/preferences";

// Dialogs add a style of their own while they are open; the page's policy wants its nonce on it.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
if (nonce) setNonce(nonce);

const root = document.getElementById("root");
if (!root) throw new Error("the page has no root");
await speak(preferences.get().language);
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
