import type { Voice } from '@izgodno/contract/uploads/multipart';
import { barsOf } from '@izgodno/contract/uploads/waveform';
import { createStore, type Unsubscribe, type Readable } from '#shared/store.ts';
import type { StoredFacts, StoredRecording, RecordingStore } from './recording-store.ts';
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

export interface VoiceRecording {
  readonly id: string;
  readonly state: Readable<Recording>;
  /** Requests the microphone and starts. */
  readonly begin: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly send: () => void;
  /** Discards the recording. */
  readonly cancel: () => void;
  /** Called when the component unmounts: an unsent recording stays stored, to be offered again. */
  readonly leave: () => Promise<void>;
}

export const voiceFile = ({ sound, ...facts }: StoredRecording): VoiceFile => ({
  file: new Blob([sound], { type: plainType(facts.mediaType) }),
  name: recordingName(facts.mediaType, new Date(facts.startedAt)),
  voice: { durationMs: Math.max(1, Math.round(facts.durationMs)), peaks: barsOf(facts.levels) },
});

const doNothing: Unsubscribe = () => {};

/** One voice message, from the microphone until it is sent or discarded. */
export const createVoiceRecording = (
  of: Pick<StoredFacts, 'userId' | 'channelId' | 'replyTo'>,
  ports: RecordingPorts,
): VoiceRecording => {
  const store = createStore<Recording>(idle);
  const id = crypto.randomUUID();
  const chunks: Blob[] = [];
  let startedAt = '';
  let microphone: Microphone | null = null;
  let stopMeasuring: Unsubscribe = doNothing;
  /** Writes run in sequence, because a chunk must not be stored after its recording was removed. */
  let keeping: Promise<void> = Promise.resolve();

  const facts = (): StoredFacts => ({
    id,
    ...of,
    mediaType: microphone?.mediaType ?? '',
    startedAt,
    durationMs: lengthOf(store.get(), ports.now()),
    levels: levelsOf(store.get()),
  });

  const enqueue = (write: () => Promise<void>): void => {
    keeping = keeping
      .then(write)
      // The recording continues in memory.
      .catch((cause: unknown) => ports.log('A recording could not be kept', cause));
  };

  const onChunk = (chunk: Blob): void => {
    if (chunk.size === 0 || store.get().status === 'cancelled') return;
    chunks.push(chunk);
    const now = facts();
    enqueue(() => ports.keep.append(now, chunk));
  };

  const handOver = async (): Promise<void> => {
    const complete = facts();
    const sound = new Blob(chunks, { type: complete.mediaType });
    try {
      await ports.send(complete, voiceFile({ ...complete, sound }));
    } catch (cause) {
      ports.log('A voice message could not be handed over', cause);
      dispatch({ kind: 'send-failed' });
      return;
    }
    dispatch({ kind: 'sent' });
    enqueue(() => ports.keep.remove(id));
  };

  const dispatch = (event: RecordingEvent): void => {
    const before = store.get();
    const after = stepRecording(before, event);
    if (after === before) return;
    store.set(after);
    if (after.status === before.status) return;
    if (before.status === 'recording') stopMeasuring();
    switch (after.status) {
      case 'recording':
        stopMeasuring = ports.every(LEVEL_INTERVAL_MS, () =>
          dispatch({ kind: 'level', level: microphone?.level() ?? 0, at: ports.now() }),
        );
        if (before.status === 'paused') microphone?.resume();
        break;
      case 'paused':
        microphone?.pause();
        break;
      case 'ending':
        microphone?.stop();
        break;
      case 'cancelled':
        microphone?.stop();
        enqueue(() => ports.keep.remove(id));
        break;
      case 'sending':
        void handOver();
        break;
      default:
    }
  };

  const open = async (): Promise<void> => {
    try {
      const opened = await ports.openMicrophone({
        onChunk,
        onEnded: () => dispatch({ kind: 'ended' }),
        onInterrupted: () => dispatch({ kind: 'interrupted', at: ports.now() }),
      });
      microphone = opened;
      startedAt = new Date(ports.now()).toISOString();
      dispatch({ kind: 'microphone-given', at: ports.now() });
      // Cancelled while the browser asked for permission.
      if (store.get().status !== 'recording') opened.stop();
    } catch (error) {
      const reason = error instanceof MicrophoneError ? error.reason : 'recorder-failed';
      dispatch({ kind: 'failed', error: reason });
    }
  };

  const timed = (kind: 'pause' | 'resume' | 'send' | 'interrupted'): void =>
    dispatch({ kind, at: ports.now() });

  return {
    id,
    state: store,
    begin: () => {
      dispatch({ kind: 'begun' });
      if (store.get().status === 'asking') void open();
    },
    pause: () => timed('pause'),
    resume: () => timed('resume'),
    send: () => timed('send'),
    cancel: () => dispatch({ kind: 'cancel' }),
    leave: async () => {
      const { status } = store.get();
      if (status === 'idle' || status === 'asking') dispatch({ kind: 'cancel' });
      else timed('interrupted');
      await new Promise<void>((resolve) => {
        const look = (): void => {
          if (store.get().status !== 'ending') resolve();
        };
        store.subscribe(look);
        look();
      });
      await keeping;
    },
  };
};
