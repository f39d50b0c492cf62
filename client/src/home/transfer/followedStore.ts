/** Where this browser keeps the match of a room at the hub as far as it was followed. */
import { anythingKept } from "@/api/ids";
import { rememberedMe } from "@/home/player/me";
import type { FollowedStore } from "./following";

const loaded = () => import("@/home/kept/kept");

export function followedStore(hub: string): FollowedStore {
  return {
    /** Another player of this browser has nothing of it. */
    async load() {
      const found = anythingKept() ? await (await loaded()).followedAt(hub) : undefined;
      return found?.table.player === rememberedMe()?.id ? found : undefined;
    },
    keep: (followed) => quietly(loaded().then(({ keepFollowed }) => keepFollowed(followed))),
    forget: () => quietly(loaded().then(({ forgetFollowed }) => forgetFollowed(hub))),
  };
}

/** What cannot be kept is missed only by a page that is loaded anew without the hub. */
function quietly(done: Promise<void>): void {
  done.catch((error: unknown) => console.info("followed:", error));
}
