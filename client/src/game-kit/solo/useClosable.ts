/** Something that lies open until it is closed, and opens by itself when there is something new in it. */
import { useState } from "react";

/** `about` is what is in it; two that are equal as JSON are the same. */
export function useClosable(about: unknown) {
  const [closed, setClosed] = useState("");
  const now = JSON.stringify(about);
  return { shown: closed !== now, open: () => setClosed(""), close: () => setClosed(now) };
}
