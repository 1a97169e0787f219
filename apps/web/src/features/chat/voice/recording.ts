import { MAX_VOICE_MS } from '@izgodno/contract/chat/limits';

/** Why a recording failed or ended. */
export type RecordingError = 'denied' | 'no-microphone' | 'unsupported' | 'recorder-failed';

/** The state while audio comes in. */
interface Running {
  /** Milliseconds recorded before the current stretch. */
  readonly beforeMs: number;
  /** Volume of each measurement, 0 to 100. */
  readonly levels: readonly number[];
}

/** The result after the audio has ended. */
export interface Take {
  /** Milliseconds. */
  readonly durationMs: number;
  readonly levels: readonly number[];
}

export type Recording =
  | { readonly status: 'idle' }
  /** The browser asks the user for permission. */
  | { readonly status: 'asking' }
  | ({
      readonly status: 'recording';
      readonly since: number;
      /** When the volume was last measured. */
      readonly at: number;
    } & Running)
  | ({ readonly status: 'paused' } & Take)
  /** The recorder delivers its remaining data; then it is sent, or waits for the user. */
  | ({ readonly status: 'ending'; readonly thenSend: boolean } & Take)
  /** Complete: it reached the maximum length, was interrupted or not sent, and waits to be sent. */
  | ({ readonly status: 'recorded'; readonly isUnsent?: boolean } & Take)
  | ({ readonly status: 'sending' } & Take)
  | { readonly status: 'sent' }
  | { readonly status: 'cancelled' }
  | { readonly status: 'failed'; readonly error: RecordingError };

export type RecordingEvent =
  | { readonly kind: 'begun' }
  | { readonly kind: 'microphone-given'; readonly at: number }
  | { readonly kind: 'level'; readonly level: number; readonly at: number }
  | { readonly kind: 'pause'; readonly at: number }
  | { readonly kind: 'resume'; readonly at: number }
  /** The user sends it. */
  | { readonly kind: 'send'; readonly at: number }
  /** The microphone was unplugged or taken away. */
  | { readonly kind: 'interrupted'; readonly at: number }
  /** The recorder has delivered everything. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'sent' }
  | { readonly kind: 'send-failed' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'failed'; readonly error: RecordingError };

export const idle: Recording = { status: 'idle' };

/** Milliseconds recorded so far. */
export const lengthOf = (recording: Recording, now: number): number => {
  switch (recording.status) {
    case 'recording':
      return Math.min(MAX_VOICE_MS, recording.beforeMs + Math.max(0, now - recording.since));
    case 'paused':
    case 'ending':
    case 'recorded':
    case 'sending':
      return recording.durationMs;
    default:
      return 0;
  }
};

/** Milliseconds as of the last measurement, which the timer shows. */
export const measuredLength = (recording: Recording): number =>
  lengthOf(recording, recording.status === 'recording' ? recording.at : 0);

export const levelsOf = (recording: Recording): readonly number[] =>
  'levels' in recording ? recording.levels : [];

const take = (recording: Recording, now: number): Take => ({
  durationMs: lengthOf(recording, now),
  levels: levelsOf(recording),
});

const whileRecording = (
  recording: Extract<Recording, { status: 'recording' }>,
  event: RecordingEvent,
): Recording => {
  switch (event.kind) {
    case 'level': {
      const received = {
        ...recording,
        at: event.at,
        levels: [...recording.levels, event.level],
      };
      return lengthOf(received, event.at) < MAX_VOICE_MS
        ? received
        : { status: 'ending', thenSend: false, ...take(received, event.at) };
    }
    case 'pause':
      return { status: 'paused', ...take(recording, event.at) };
    case 'send':
    case 'interrupted':
      return { status: 'ending', thenSend: event.kind === 'send', ...take(recording, event.at) };
    default:
      return recording;
  }
};

const whilePaused = (
  { durationMs, levels }: Extract<Recording, { status: 'paused' }>,
  event: RecordingEvent,
): Recording => {
  switch (event.kind) {
    case 'resume':
      return { status: 'recording', since: event.at, at: event.at, beforeMs: durationMs, levels };
    case 'send':
    case 'interrupted':
      return { status: 'ending', thenSend: event.kind === 'send', durationMs, levels };
    default:
      return { status: 'paused', durationMs, levels };
  }
};

/** Returns the recording after an event. An event that does not fit its status has no effect. */
export const stepRecording = (recording: Recording, event: RecordingEvent): Recording => {
  const { status } = recording;
  if (status === 'sent' || status === 'cancelled' || status === 'failed') return recording;
  // A recording that is being sent cannot be cancelled here.
  if (event.kind === 'cancel') return status === 'sending' ? recording : { status: 'cancelled' };
  if (event.kind === 'failed') {
    return status === 'idle' || status === 'asking'
      ? { status: 'failed', error: event.error }
      : recording;
  }
  switch (status) {
    case 'idle':
      return event.kind === 'begun' ? { status: 'asking' } : recording;
    case 'asking':
      return event.kind === 'microphone-given'
        ? { status: 'recording', since: event.at, at: event.at, beforeMs: 0, levels: [] }
        : recording;
    case 'recording':
      return whileRecording(recording, event);
    case 'paused':
      return whilePaused(recording, event);
    case 'ending': {
      const { thenSend, durationMs, levels } = recording;
      if (event.kind === 'send') return { ...recording, thenSend: true };
      return event.kind === 'ended'
        ? { status: thenSend ? 'sending' : 'recorded', durationMs, levels }
        : recording;
    }
    case 'recorded':
      return event.kind === 'send' ? { ...recording, status: 'sending' } : recording;
    case 'sending':
      if (event.kind === 'sent') return { status: 'sent' };
      return event.kind === 'send-failed'
        ? { ...recording, status: 'recorded', isUnsent: true }
        : recording;
  }
};
