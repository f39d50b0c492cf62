/** Words for a screen reader that follow what is on show. */
import { useEffect } from "react";
import { useHost } from "../contract/host";

/** Announces a text whenever it becomes another one; null for nothing to say. */
export function useAnnouncement(text: string | null): void {
  const { announce } = useHost();
  useEffect(() => {
    if (text !== null) announce(text);
  }, [text, announce]);
}
