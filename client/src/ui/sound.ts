/** Sounds made on the spot, soft and short; silent until asked for in the settings. */
import { preferences } from "./preferences";

type Sound = "chalk" | "yes" | "no" | "thread" | "box" | "tile" | "place" | "candle" | "over";

let context: AudioContext | null = null;

/** Play one, if sound is on. */
export function play(sound: Sound): void {
  if (!preferences.get().sound) return;
  context ??= new AudioContext();
  void context.resume();
  SOUNDS[sound](context, context.currentTime);
}

const SOUNDS: Record<Sound, (room: AudioContext, at: number) => void> = {
  chalk: (room, at) => hiss(room, at, 0.05, 2600, 0.05),
  yes: (room, at) => {
    tone(room, at, 523, 0.22, 0.07);
    tone(room, at + 0.07, 784, 0.3, 0.06);
  },
  no: (room, at) => tone(room, at, 160, 0.16, 0.09, "triangle"),
  thread: (room, at) => {
    hiss(room, at, 0.07, 1400, 0.05);
    tone(room, at + 0.02, 330, 0.12, 0.04, "triangle");
  },
  box: (room, at) => {
    tone(room, at, 392, 0.2, 0.06);
    tone(room, at + 0.06, 587, 0.24, 0.05);
  },
  tile: (room, at) => {
    hiss(room, at, 0.02, 3800, 0.12);
    tone(room, at, 1180, 0.05, 0.05, "triangle");
  },
  place: (room, at) => hiss(room, at, 0.09, 3200, 0.06),
  candle: (room, at) => hiss(room, at, 0.35, 700, 0.06),
  over: (room, at) => {
    for (const [index, pitch] of [392, 494, 587, 784].entries())
      tone(room, at + index * 0.11, pitch, 0.5, 0.05);
  },
};

function tone(
  room: AudioContext,
  at: number,
  pitch: number,
  seconds: number,
  loudness: number,
  shape: OscillatorType = "sine",
): void {
  const source = room.createOscillator();
  source.type = shape;
  source.frequency.value = pitch;
  source.connect(fading(room, at, seconds, loudness));
  source.start(at);
  source.stop(at + seconds);
}

function hiss(room: AudioContext, at: number, seconds: number, pitch: number, loudness: number): void {
  const length = Math.ceil(room.sampleRate * seconds);
  const buffer = room.createBuffer(1, length, room.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = Math.random() * 2 - 1;
  const source = room.createBufferSource();
  source.buffer = buffer;
  const filter = room.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(fading(room, at, seconds, loudness));
  source.start(at);
}

function fading(room: AudioContext, at: number, seconds: number, loudness: number): GainNode {
  const gain = room.createGain();
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(room.destination);
  return gain;
}
