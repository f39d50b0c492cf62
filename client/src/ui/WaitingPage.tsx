/** A page that is on its way: its bar is there already. */
import { Bar } from "./TopBar";
import { Waiting } from "./Waiting";

export function WaitingPage({ text }: { text: string }) {
  return (
    <>
      <Bar />
      <Waiting text={text} />
    </>
  );
}
