import { createStore, type Readable } from '#shared/store.ts';
import {
  restingAt,
  stepPlayback,
  type Playback,
  type PlaybackEvent,
  type Speed,
} from './playback.ts';

export interface Sound {
  readonly state: Readable<Playback>;
  readonly toggle: () => void;
  readonly seek: (positionMs: number) => void;
  /** Stops it; it can be played again. */
  readonly close: () => void;
}

/** The last chosen speed, for all recordings. */
export const chosenSpeed = createStore<Speed>(1);

/**
 * A position beyond the end of every recording, in seconds; seeking there makes the browser
 * determine a missing duration.
 */
const FAR = 1e7;

const doNothing = (): void => {};

let playingNow: HTMLAudioElement | null = null;

/** One playable sound. Only one plays at a time: starting another pauses it. */
export const createSound = (url: string, durationMs: number): Sound => {
  const audio = new Audio();
  audio.preload = 'none';
  const store = createStore<Playback>(restingAt(durationMs));
  /**
   * The position to return to once the duration is known, in seconds; null if no measurement is in
   * progress.
   */
  let measuringFor: number | null = null;
  let stopFollowing = doNothing;

  const dispatch = (event: PlaybackEvent): void => store.set(stepPlayback(store.get(), event));
  const tellLength = (): void => dispatch({ kind: 'length', durationMs: audio.duration * 1_000 });

  const listen = (): void => {
    audio.addEventListener('loadedmetadata', () => {
      tellLength();
      const wanted = store.get().positionMs / 1_000;
      if (Number.isFinite(audio.duration)) {
        if (wanted > 0) audio.currentTime = wanted;
        return;
      }
      // Recorders write no duration in advance, and without it seeking is impossible.
      measuringFor = wanted;
      audio.currentTime = FAR;
    });
    audio.addEventListener('durationchange', tellLength);
    audio.addEventListener('seeked', () => {
      if (measuringFor === null) return;
      const back = measuringFor;
      measuringFor = null;
      audio.currentTime = back;
    });
    audio.addEventListener('timeupdate', () => {
      if (measuringFor === null && !audio.seeking) {
        dispatch({ kind: 'reached', positionMs: audio.currentTime * 1_000 });
      }
    });
    audio.addEventListener('playing', () => dispatch({ kind: 'playing' }));
    audio.addEventListener('waiting', () => dispatch({ kind: 'waiting' }));
    audio.addEventListener('pause', () => dispatch({ kind: 'rested' }));
    audio.addEventListener('ended', () => {
      // The end that the measurement sought is not the end of playback.
      if (measuringFor === null) {
        audio.currentTime = 0;
        dispatch({ kind: 'ended' });
      }
    });
    audio.addEventListener('error', () => dispatch({ kind: 'failed' }));
  };

  const applySpeed = (): void => {
    // Loading a source resets the rate to the default.
    audio.defaultPlaybackRate = chosenSpeed.get();
    audio.playbackRate = chosenSpeed.get();
  };

  const play = (): void => {
    if (!audio.hasAttribute('src')) {
      audio.src = url;
      stopFollowing = chosenSpeed.subscribe(applySpeed);
    }
    if (playingNow !== audio) playingNow?.pause();
    playingNow = audio;
    applySpeed();
    if (store.get().status === 'failed') audio.load();
    dispatch({ kind: 'wanted' });
    audio.play().catch((cause: unknown) => {
      const interrupted = cause instanceof DOMException && cause.name === 'AbortError';
      dispatch({ kind: interrupted ? 'rested' : 'failed' });
    });
  };

  const stop = (): void => {
    stopFollowing();
    audio.pause();
    if (playingNow === audio) playingNow = null;
    audio.removeAttribute('src');
  };

  listen();
  return {
    state: store,
    toggle: () => {
      const { status } = store.get();
      if (status === 'playing' || status === 'loading') audio.pause();
      else play();
    },
    seek: (positionMs) => {
      dispatch({ kind: 'reached', positionMs });
      const wanted = store.get().positionMs / 1_000;
      if (measuringFor !== null) measuringFor = wanted;
      // Before that, the position applies once the audio has loaded.
      else if (audio.readyState >= HTMLMediaElement.HAVE_METADATA) audio.currentTime = wanted;
    },
    close: stop,
  };
};
