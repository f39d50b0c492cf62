/** As long as a page is open, what was played at home is handed in; whoever never played there loads nothing for it. */
import { useEffect } from "react";
import { anythingKept, onAnythingKept } from "@/api/ids";

export function useHandingIn(player: string | undefined): void {
  useEffect(() => {
    if (player === undefined) return;
    let stopped = false;
    let stop = () => {};
    const begin = async () => {
      stopListening();
      const { keepHandingIn } = await import("./handingIn");
      if (!stopped) stop = keepHandingIn(player);
    };
    const stopListening = onAnythingKept(() => void begin());
    if (anythingKept()) void begin();
    return () => {
      stopped = true;
      stopListening();
      stop();
    };
  }, [player]);
}
