/** Speeds in the order of the button. */
const speeds = [1, 1.5, 2] as const;
export type Speed = (typeof speeds)[number];

export interface Playback {
  readonly status: 'resting' | 'loading' | 'playing' | 'failed';
  /** Milliseconds. */
  readonly positionMs: number;
  /** Milliseconds, from the message until the audio reports it. */
  readonly durationMs: number;
}

export type PlaybackEvent =
  | { readonly kind: 'wanted' }
  | { readonly kind: 'playing' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'rested' }
  | { readonly kind: 'reached'; readonly positionMs: number }
  /** The audio's own duration; infinite if the recorder wrote none. */
  | { readonly kind: 'length'; readonly durationMs: number }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed' };

export const restingAt = (durationMs: number): Playback => ({
  status: 'resting',
  positionMs: 0,
  durationMs,
});

const within = (positionMs: number, durationMs: number): number =>
  Math.min(Math.max(0, positionMs), durationMs);

export const stepPlayback = (playback: Playback, event: PlaybackEvent): Playback => {
  switch (event.kind) {
    case 'wanted':
    case 'waiting':
      return { ...playback, status: 'loading' };
    case 'playing':
      return { ...playback, status: 'playing' };
    case 'rested':
      return playback.status === 'failed' ? playback : { ...playback, status: 'resting' };
    case 'reached':
      return { ...playback, positionMs: within(event.positionMs, playback.durationMs) };
    case 'length': {
      if (!Number.isFinite(event.durationMs) || event.durationMs <= 0) return playback;
      const durationMs = Math.round(event.durationMs);
      return { ...playback, durationMs, positionMs: within(playback.positionMs, durationMs) };
    }
    case 'ended':
      return { ...playback, status: 'resting', positionMs: 0 };
    case 'failed':
      return { ...playback, status: 'failed' };
  }
};

export const nextSpeed = (speed: Speed): Speed =>
  speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1;

/** Minutes and seconds, such as `0:07` or `9:59`. */
export const clockText = (ms: number): string => {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};
