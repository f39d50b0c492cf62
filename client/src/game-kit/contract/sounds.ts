/** What sounds are made of; a game's own stand in its game.ts. */

/** One tone, or one hiss around a pitch. */
export interface Note {
  /** In hertz. */
  pitch: number;
  seconds: number;
  /** 0.1 is loud. */
  loudness: number;
  shape?: "sine" | "triangle" | "hiss";
  /** Seconds until it begins. */
  after?: number;
}

/** Notes that are begun together, or the address of a recording. */
export type Sound = readonly Note[] | string;
export type Sounds = Readonly<Record<string, Sound>>;

/** For what happens in every game. */
export const SHARED_SOUNDS = {
  yes: [
    { pitch: 523, seconds: 0.22, loudness: 0.07 },
    { pitch: 784, seconds: 0.3, loudness: 0.06, after: 0.07 },
  ],
  no: [{ pitch: 160, seconds: 0.16, loudness: 0.09, shape: "triangle" }],
  over: [392, 494, 587, 784].map((pitch, index) => ({
    pitch,
    seconds: 0.5,
    loudness: 0.05,
    after: index * 0.11,
  })),
} satisfies Sounds;
