/** What a game's folder says about itself before it is loaded: its `game.ts` exports one of these as default. */
import type { ComponentType } from "react";
import type { Schema } from "@/api/queries";

/** Who a seat is for when a room is opened. */
export type Place = Schema["ForMe"] | Schema["ForAnybody"] | Schema["ForBot"];

export interface GameCard {
  /** The server's id, and the name of the folder. */
  id: string;
  title: { en: string; ko: string };
  summary: { en: string; ko: string };
  mode: "solo" | "together";
  status: "open" | "prototype" | "planned";
  order: number;
  /** Square, for lists. */
  Thumbnail: ComponentType;
  /** 16:9, for the hub. */
  Wide: ComponentType;
  /** What one click starts. */
  quick: { seats: Place[]; options: Record<string, string | number | boolean> };
  /** What its options, their values and its boards are called: `mode`, `classic`, `turn_seconds.30`. */
  words: Record<string, { en: string; ko: string }>;
  /** Numbers to offer for options that are numbers. */
  suggestions?: Record<string, number[]>;
}
