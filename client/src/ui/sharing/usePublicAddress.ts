/** At which of its addresses others find this server, where the page was opened at one that only this machine knows. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { addressesQuery } from "@/api/queries";
import { isThisMachine } from "./share";

export interface PublicAddress {
  /** What links for others begin with. */
  origin: string;
  /** To choose from; empty where the page's own address serves everybody, or nobody else reaches the server. */
  addresses: readonly string[];
  /** Whether only this machine reaches the server. */
  hereOnly: boolean;
  choose: (origin: string) => void;
}

/** A text with links that begin with this page's own origin, as others can use it. */
export const forOthers = (text: string, { origin }: PublicAddress): string =>
  text.replaceAll(location.origin, origin);

export function usePublicAddress(): PublicAddress {
  const here = isThisMachine(location.hostname);
  const asked = useQuery({ ...addressesQuery, enabled: here });
  const [chosen, choose] = useState<string | null>(null);
  const addresses = asked.data?.addresses ?? [];
  return {
    origin: chosen ?? addresses[0] ?? location.origin,
    addresses,
    hereOnly: here && asked.data !== undefined && addresses.length === 0,
    choose,
  };
}
