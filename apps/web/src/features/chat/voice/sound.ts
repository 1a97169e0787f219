import { createStore, type Readable, type Store, type Unsubscribe } from '#shared/store.ts';
import {
  restingAt,
  stepPlayback,
  type Playback,
  type PlaybackEvent,
  type Speed,
} from './playback.ts';

/** The last chosen speed, for all recordings. */
export const chosenSpeed = createStore<Speed>(1);

/**
 * A position beyond the end of every recording, in seconds; seeking there makes the browser
 * determine a missing duration.
 */
const FAR = 1e7;

let playingNow: HTMLAudioElement | null = null;

/** One playable sound. Only one plays at a time: starting another pauses it. */
export class Sound {
  readonly #audio = new Audio();
  readonly #url: string;
  readonly #store: Store<Playback>;
  readonly state: Readable<Playback>;
  /**
   * The position to return to once the duration is known, in seconds; null if no measurement is in
   * progress.
   */
  #measuringFor: number | null = null;
  #stopFollowing: Unsubscribe | null = null;

  constructor(url: string, durationMs: number) {
    this.#url = url;
    this.#store = createStore(restingAt(durationMs));
    this.state = this.#store;
    this.#audio.preload = 'none';
    this.#listen();
  }

  toggle(): void {
    const { status } = this.state.get();
    if (status === 'playing' || status === 'loading') this.#audio.pause();
    else this.#play();
  }

  seek(positionMs: number): void {
    this.#dispatch({ kind: 'reached', positionMs });
    const wanted = this.state.get().positionMs / 1_000;
    if (this.#measuringFor !== null) this.#measuringFor = wanted;
    // Before that, the position applies once the audio has loaded.
    else if (this.#audio.readyState >= HTMLMediaElement.HAVE_METADATA) {
      this.#audio.currentTime = wanted;
    }
  }

  /** Stops it; it can be played again. */
  close(): void {
    this.#stopFollowing?.();
    this.#audio.pause();
    if (playingNow === this.#audio) playingNow = null;
    this.#audio.removeAttribute('src');
  }

  #dispatch(event: PlaybackEvent): void {
    this.#store.set(stepPlayback(this.state.get(), event));
  }

  #reportLength(): void {
    this.#dispatch({ kind: 'length', durationMs: this.#audio.duration * 1_000 });
  }

  #listen(): void {
    const audio = this.#audio;
    audio.addEventListener('loadedmetadata', () => this.#onLoaded());
    audio.addEventListener('durationchange', () => this.#reportLength());
    audio.addEventListener('seeked', () => {
      if (this.#measuringFor === null) return;
      const back = this.#measuringFor;
      this.#measuringFor = null;
      audio.currentTime = back;
    });
    audio.addEventListener('timeupdate', () => {
      if (this.#measuringFor === null && !audio.seeking) {
        this.#dispatch({ kind: 'reached', positionMs: audio.currentTime * 1_000 });
      }
    });
    audio.addEventListener('playing', () => this.#dispatch({ kind: 'playing' }));
    audio.addEventListener('waiting', () => this.#dispatch({ kind: 'waiting' }));
    audio.addEventListener('pause', () => this.#dispatch({ kind: 'rested' }));
    audio.addEventListener('ended', () => {
      // The end that the measurement sought is not the end of playback.
      if (this.#measuringFor === null) {
        audio.currentTime = 0;
        this.#dispatch({ kind: 'ended' });
      }
    });
    audio.addEventListener('error', () => this.#dispatch({ kind: 'failed' }));
  }

  #onLoaded(): void {
    this.#reportLength();
    const wanted = this.state.get().positionMs / 1_000;
    if (Number.isFinite(this.#audio.duration)) {
      if (wanted > 0) this.#audio.currentTime = wanted;
      return;
    }
    // Recorders write no duration in advance, and without it seeking is impossible.
    this.#measuringFor = wanted;
    this.#audio.currentTime = FAR;
  }

  #applySpeed(): void {
    // Loading a source resets the rate to the default.
    this.#audio.defaultPlaybackRate = chosenSpeed.get();
    this.#audio.playbackRate = chosenSpeed.get();
  }

  #play(): void {
    const audio = this.#audio;
    if (!audio.hasAttribute('src')) {
      audio.src = this.#url;
      this.#stopFollowing = chosenSpeed.subscribe(() => this.#applySpeed());
    }
    if (playingNow !== audio) playingNow?.pause();
    playingNow = audio;
    this.#applySpeed();
    if (this.state.get().status === 'failed') audio.load();
    this.#dispatch({ kind: 'wanted' });
    audio.play().catch((cause: unknown) => {
      const interrupted = cause instanceof DOMException && cause.name === 'AbortError';
      this.#dispatch({ kind: interrupted ? 'rested' : 'failed' });
    });
  }
}
