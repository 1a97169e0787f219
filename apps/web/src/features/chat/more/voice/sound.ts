import { createStore, type Store } from '#shared/store.ts';
import {
  restingAt,
  stepPlayback,
  type Playback,
  type PlaybackEvent,
  type Speed,
} from './playback.ts';

export interface Sound {
  readonly state: Pick<Store<Playback>, 'get' | 'subscribe'>;
  readonly toggle: () => void;
  readonly seek: (positionMs: number) => void;
  /** Nothing is heard of it any more; it can be played again. */
  readonly close: () => void;
}

/** The speed that was chosen last, for all that is played. */
export const chosenSpeed = createStore<Speed>(1);

/** Beyond the end of every recording, in seconds: there a browser learns a length that nobody wrote. */
const FAR = 1e7;

const doNothing = (): void => {};

let playingNow: HTMLAudioElement | null = null;

/** Something to listen to. One plays at a time: another one that begins makes it rest. */
export const createSound = (url: string, durationMs: number): Sound => {
  const audio = new Audio();
  audio.preload = 'none';
  const store = createStore<Playback>(restingAt(durationMs));
  /** Where to go once the length is known, in seconds; null when nothing is being looked for. */
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
      // Recorders write no length ahead of the sound, and without it nothing can be sought.
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
      // The far end, where the length was looked for, is not the end of listening.
      if (measuringFor === null) {
        audio.currentTime = 0;
        dispatch({ kind: 'ended' });
      }
    });
    audio.addEventListener('error', () => dispatch({ kind: 'failed' }));
  };

  const applySpeed = (): void => {
    // Loading a source sets the rate back to the default one.
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
      // Before that, the position is gone to when the sound is there.
      else if (audio.readyState >= HTMLMediaElement.HAVE_METADATA) audio.currentTime = wanted;
    },
    close: stop,
  };
};
