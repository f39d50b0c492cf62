/** Which games this device has met: whoever opens another one is offered its lesson before the first board. */

import { useStored } from "@/game-kit/useStored";
import { useModule } from "@/stage/modules";

interface FirstVisit {
  /** Whether the lesson is to be offered: there is one, and nobody has played or learned the game here yet. */
  offers: boolean;
  /** The game has been met: never offer its lesson again. */
  meet: () => void;
}

export function useFirstVisit(game: string): FirstVisit {
  const [met, setMet] = useStored<readonly string[]>("games-met", []);
  const learn = useModule(game)?.learn;
  const known = met.includes(game);
  return {
    offers: learn !== undefined && !known,
    meet: () => {
      if (!known) setMet((kept) => [...new Set([...kept, game])]);
    },
  };
}
