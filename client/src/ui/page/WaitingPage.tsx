/** A page that is on its way: its bar is there already. */
import type { ReactNode } from "react";
import { Bar } from "./TopBar";
import { Waiting } from "./Waiting";

export function WaitingPage({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <>
      <Bar />
      <Waiting text={text}>{children}</Waiting>
    </>
  );
}
