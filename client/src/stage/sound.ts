/** Sounds made on the spot, soft and short; silent until asked for in the settings. */
import type { Note, Sound } from "@/game-kit/contract/sounds";
import { preferences } from "@/ui/preferences";

let context: AudioContext | null = null;
/** Those that were played before, by their addresses. */
const recordings = new Map<string, Promise<AudioBuffer>>();

/** Play one, if sound is on. */
export function playSound(sound: Sound): void {
  if (!preferences.get().sound) return;
  context ??= new AudioContext();
  // A browser may refuse to play what nobody's hand has caused: then there is silence.
  void context.resume();
  if (typeof sound === "string") void playRecording(context, sound);
  else for (const note of sound) playNote(context, note);
}

/** Fetched whole: Safari plays by its address only what is handed out in parts, which a service worker does not. */
async function playRecording(audio: AudioContext, address: string): Promise<void> {
  const decoded = recordings.get(address) ?? fetched(audio, address);
  recordings.set(address, decoded);
  try {
    const source = audio.createBufferSource();
    source.buffer = await decoded;
    source.connect(audio.destination);
    source.start();
  } catch {
    // What cannot be had, or is no recording, is silent; the next time it is asked for again.
    recordings.delete(address);
  }
}

async function fetched(audio: AudioContext, address: string): Promise<AudioBuffer> {
  const answer = await fetch(address);
  return audio.decodeAudioData(await answer.arrayBuffer());
}

function playNote(audio: AudioContext, note: Note): void {
  const at = audio.currentTime + (note.after ?? 0);
  const fading = audio.createGain();
  fading.gain.setValueAtTime(note.loudness, at);
  fading.gain.exponentialRampToValueAtTime(0.0001, at + note.seconds);
  fading.connect(audio.destination);
  const source = note.shape === "hiss" ? hiss(audio, note, fading) : tone(audio, note, fading);
  source.start(at);
  source.stop(at + note.seconds);
}

function tone(audio: AudioContext, { pitch, shape = "sine" }: Note, out: AudioNode): OscillatorNode {
  const source = audio.createOscillator();
  source.type = shape as OscillatorType;
  source.frequency.value = pitch;
  source.connect(out);
  return source;
}

function hiss(audio: AudioContext, { pitch, seconds }: Note, out: AudioNode): AudioBufferSourceNode {
  const length = Math.ceil(audio.sampleRate * seconds);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(out);
  return source;
}
