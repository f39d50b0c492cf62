/** Makes the host that a game is given: live in a room, silent in a replay, alone in a lesson. */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Host, RoomActions, Translate } from "@/game-kit/contract/host";
import { SHARED_SOUNDS, type Sounds } from "@/game-kit/contract/sounds";
import { HUB } from "@/text";
import { announce, notify } from "@/ui/notices";
import { useModule } from "./modules";
import { playSound } from "./sound";

const silent = () => {};

/** `live` is false in a replay: nothing is announced there and no sound is played. */
export function useNewHost(game: string, live: boolean, room: RoomActions | null): Host {
  const { i18n } = useTranslation(HUB);
  const { language } = i18n;
  const module = useModule(game);
  // What does not depend on the room stays the same when it changes: games name it in their effects.
  const around = useMemo(() => {
    const t: Translate = (key, facts) => i18n.t(key, { lng: language, ns: [game, HUB], ...facts });
    const play = (name: string) => {
      // A game's own may come with its board.
      const sounds: Sounds = { ...SHARED_SOUNDS, ...module?.sounds };
      const sound = sounds[name];
      if (!sound) throw new Error(`${game} has no sound ${name}`);
      playSound(sound);
    };
    return {
      game,
      live,
      language,
      t,
      announce: live ? announce : silent,
      notify: live ? notify : silent,
      play: live ? play : silent,
    };
  }, [game, module, live, language, i18n]);
  return useMemo(() => ({ ...around, room }), [around, room]);
}
