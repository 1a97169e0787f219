import type { Voice } from '@izgodno/contract/uploads/multipart';
import { barsOf } from '@izgodno/contract/uploads/waveform';
import { createStore, type Unsubscribe, type Readable } from '#shared/store.ts';
import type { StoredFacts } from './recording-database.ts';
import type { StoredRecording, RecordingStore } from './recording-store.ts';
import {
  idle,
  lengthOf,
  levelsOf,
  stepRecording,
  type Recording,
  type RecordingEvent,
  type RecordingError,
} from './recording.ts';
import { plainType, recordingName } from './recording-format.ts';

/** Interval of volume measurements, in milliseconds. */
const LEVEL_INTERVAL_MS = 50;

export interface MicrophoneHandlers {
  /** Called with the data since the last chunk: about once a second, and at the end. */
  readonly onChunk: (chunk: Blob) => void;
  /** Called once, after the last chunk. */
  readonly onEnded: () => void;
  /** Called when the user, the browser or the cable ends it. */
  readonly onInterrupted: () => void;
}

export interface Microphone {
  readonly mediaType: string;
  /** The current volume, 0 to 100. */
  readonly level: () => number;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Delivers the last chunk and releases the microphone. Further calls do nothing. */
  readonly stop: () => void;
}

/** Why the microphone could not be opened. */
export class MicrophoneError extends Error {
  override readonly name = 'MicrophoneError';
  readonly reason: RecordingError;

  constructor(error: RecordingError, cause?: unknown) {
    super(error, { cause });
    this.reason = error;
  }
}

/** A recording for the upload engine. */
export interface VoiceFile {
  readonly file: Blob;
  readonly name: string;
  readonly voice: Voice;
}

export interface RecordingPorts {
  /** Throws `MicrophoneError`. */
  readonly openMicrophone: (handlers: MicrophoneHandlers) => Promise<Microphone>;
  readonly keep: RecordingStore;
  /** Throws if the upload could not start; on success the recording is safe. */
  readonly send: (facts: StoredFacts, voice: VoiceFile) => Promise<void>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly every: (ms: number, run: () => void) => Unsubscribe;
  readonly log: (message: string, cause: unknown) => void;
}

export const voiceFile = ({ sound, ...facts }: StoredRecording): VoiceFile => ({
  file: new Blob([sound], { type: plainType(facts.mediaType) }),
  name: recordingName(facts.mediaType, new Date(facts.startedAt)),
  voice: { durationMs: Math.max(1, Math.round(facts.durationMs)), peaks: barsOf(facts.levels) },
});

/** One voice message, from the microphone until it is sent or discarded. */
export class VoiceRecording {
  readonly id = crypto.randomUUID();
  readonly #of: Pick<StoredFacts, 'userId' | 'channelId' | 'replyTo'>;
  readonly #ports: RecordingPorts;
  readonly #store = createStore(idle);
  readonly state: Readable<Recording> = this.#store;
  readonly #chunks: Blob[] = [];
  #startedAt = '';
  #microphone: Microphone | null = null;
  #stopMeasuring: Unsubscribe | null = null;
  /** Writes run in sequence, because a chunk must not be stored after its recording was removed. */
  #writing: Promise<void> = Promise.resolve();

  constructor(of: Pick<StoredFacts, 'userId' | 'channelId' | 'replyTo'>, ports: RecordingPorts) {
    this.#of = of;
    this.#ports = ports;
  }

  /** Requests the microphone and starts. */
  begin(): void {
    this.#dispatch({ kind: 'begun' });
    if (this.state.get().status === 'asking') void this.#open();
  }

  /** The user or the browser acts on the recording. */
  dispatch(kind: 'pause' | 'resume' | 'send' | 'interrupted'): void {
    this.#dispatch({ kind, at: this.#ports.now() });
  }

  /** Discards the recording. */
  cancel(): void {
    this.#dispatch({ kind: 'cancel' });
  }

  /** Called when the component unmounts: an unsent recording stays stored, to be offered again. */
  async leave(): Promise<void> {
    const { status } = this.state.get();
    if (status === 'idle' || status === 'asking') this.cancel();
    else this.dispatch('interrupted');
    await this.#settled();
    await this.#writing;
  }

  /** Resolves once nothing more happens to it without the user: also to one that is being sent. */
  #settled(): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        const { status } = this.state.get();
        if (status === 'ending' || status === 'sending') return;
        stop();
        resolve();
      };
      const stop = this.state.subscribe(look);
      look();
    });
  }

  #facts(): StoredFacts {
    const recording = this.state.get();
    return {
      id: this.id,
      ...this.#of,
      mediaType: this.#microphone?.mediaType ?? '',
      startedAt: this.#startedAt,
      durationMs: lengthOf(recording, this.#ports.now()),
      levels: levelsOf(recording),
    };
  }

  #enqueue(write: () => Promise<void>): void {
    this.#writing = this.#writing
      .then(write)
      // The recording continues in memory.
      .catch((cause: unknown) => this.#ports.log('A recording could not be kept', cause));
  }

  #onChunk(chunk: Blob): void {
    if (chunk.size === 0 || this.state.get().status === 'cancelled') return;
    this.#chunks.push(chunk);
    const facts = this.#facts();
    this.#enqueue(() => this.#ports.keep.append(facts, chunk));
  }

  async #handOver(): Promise<void> {
    const complete = this.#facts();
    const sound = new Blob(this.#chunks, { type: complete.mediaType });
    try {
      await this.#ports.send(complete, voiceFile({ ...complete, sound }));
    } catch (cause) {
      this.#ports.log('A voice message could not be handed over', cause);
      this.#dispatch({ kind: 'send-failed' });
      return;
    }
    this.#dispatch({ kind: 'sent' });
    this.#remove();
  }

  #remove(): void {
    this.#enqueue(() => this.#ports.keep.remove(this.id));
  }

  #dispatch(event: RecordingEvent): void {
    const before = this.state.get();
    const after = stepRecording(before, event);
    if (after === before) return;
    this.#store.set(after);
    if (after.status === before.status) return;
    if (before.status === 'recording') this.#stopMeasuring?.();
    switch (after.status) {
      case 'recording':
        this.#stopMeasuring = this.#ports.every(LEVEL_INTERVAL_MS, () => this.#measure());
        if (before.status === 'paused') this.#microphone?.resume();
        break;
      case 'paused':
        this.#microphone?.pause();
        break;
      case 'ending':
        this.#microphone?.stop();
        break;
      case 'cancelled':
        this.#microphone?.stop();
        this.#remove();
        break;
      case 'sending':
        void this.#handOver();
        break;
      default:
    }
  }

  #measure(): void {
    const level = this.#microphone?.level() ?? 0;
    this.#dispatch({ kind: 'level', level, at: this.#ports.now() });
  }

  async #open(): Promise<void> {
    const { openMicrophone, now } = this.#ports;
    try {
      const opened = await openMicrophone({
        onChunk: (chunk) => this.#onChunk(chunk),
        onEnded: () => this.#dispatch({ kind: 'ended' }),
        onInterrupted: () => this.dispatch('interrupted'),
      });
      this.#microphone = opened;
      this.#startedAt = new Date(now()).toISOString();
      this.#dispatch({ kind: 'microphone-given', at: now() });
      // Cancelled while the browser asked for permission.
      if (this.state.get().status !== 'recording') opened.stop();
    } catch (error) {
      const reason = error instanceof MicrophoneError ? error.reason : 'recorder-failed';
      this.#dispatch({ kind: 'failed', error: reason });
    }
  }
}
