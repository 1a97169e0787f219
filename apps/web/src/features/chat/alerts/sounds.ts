import { createStore } from '#shared/store.ts';
import { sharedStorage } from '#shared/storage.ts';

const SOUND_KEY = 'chat-notice-sound';

export const soundNames = ['none', 'pop', 'chime', 'bell'] as const;
export type SoundName = (typeof soundNames)[number];

interface Note {
  /** Hertz. */
  readonly pitch: number;
  /** Start and duration, in seconds. */
  readonly at: number;
  readonly length: number;
}

const melodies: Readonly<Record<SoundName, readonly Note[]>> = {
  none: [],
  pop: [{ pitch: 520, at: 0, length: 0.12 }],
  chime: [
    { pitch: 660, at: 0, length: 0.25 },
    { pitch: 880, at: 0.12, length: 0.35 },
  ],
  bell: [
    { pitch: 1_046, at: 0, length: 0.9 },
    { pitch: 2_093, at: 0, length: 0.5 },
  ],
};

/** Volume of a note: audible but not startling. */
const LOUDNESS = 0.12;
/** Attack time, because a sudden start clicks, in seconds. */
const SWELL = 0.01;

const isSound = (name: string | null): name is SoundName =>
  soundNames.some((known) => known === name);

const stored = sharedStorage.getItem(SOUND_KEY);

/** The sound of a notice, as chosen on this device. */
export const noticeSound = createStore<SoundName>(isSound(stored) ? stored : 'pop');

export const chooseSound = (name: SoundName): void => {
  noticeSound.set(name);
  sharedStorage.setItem(SOUND_KEY, name);
};

let context: AudioContext | null = null;

/** Plays a sound if the browser allows it, which it does only after a user gesture. */
export const playSound = async (name: SoundName): Promise<void> => {
  const notes = melodies[name];
  if (notes.length === 0 || !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state !== 'running') await context.resume();
  for (const { pitch, at, length } of notes) {
    const begin = context.currentTime + at;
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.linearRampToValueAtTime(LOUDNESS, begin + SWELL);
    volume.gain.exponentialRampToValueAtTime(LOUDNESS / 100, begin + length);
    const tone = new OscillatorNode(context, { type: 'sine', frequency: pitch });
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + length);
  }
};
