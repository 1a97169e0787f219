import type { Unsubscribe } from '#shared/store.ts';
import type { ReadPosition } from './channel-directory.ts';

/** The pause before a position that could not be stored is sent again, in milliseconds. */
const RETRY_PAUSE_MS = 5_000;

export interface ReadSaverPorts {
  /** How far the user has read a channel, as this page knows; null if they are not in it. */
  readonly positionOf: (channelId: string) => ReadPosition | null;
  /** Throws if the server cannot be reached, or rejects the position. */
  readonly store: (channelId: string, position: ReadPosition) => Promise<unknown>;
  /** Whether a repetition may succeed after this error. */
  readonly isPassing: (error: unknown) => boolean;
  readonly after: (ms: number, run: () => void) => Unsubscribe;
  readonly log: (message: string, cause: unknown) => void;
}

/**
 * Stores on the server how far the user has read. A position that could not be stored, as without a
 * connection, is sent again, because the user's other devices would count those messages without
 * end.
 */
export class ReadSaver {
  readonly #ports: ReadSaverPorts;
  /** The pauses of channels whose position is sent again. */
  readonly #pauses = new Map<string, Unsubscribe>();

  constructor(ports: ReadSaverPorts) {
    this.#ports = ports;
  }

  /** Stores the present position of a channel. */
  save(channelId: string): void {
    const position = this.#ports.positionOf(channelId);
    if (position === null) return;
    this.#ports.store(channelId, position).then(
      () => this.#endPause(channelId),
      (cause: unknown) => {
        this.#ports.log('The read position could not be saved', cause);
        if (this.#ports.isPassing(cause)) this.#saveLater(channelId);
      },
    );
  }

  /** Sends positions that could not be stored, as when the connection is back. */
  tryAgain(): void {
    const waiting = [...this.#pauses.keys()];
    for (const channelId of waiting) this.#saveNow(channelId);
  }

  end(): void {
    for (const endPause of this.#pauses.values()) endPause();
    this.#pauses.clear();
  }

  #endPause(channelId: string): void {
    this.#pauses.get(channelId)?.();
    this.#pauses.delete(channelId);
  }

  #saveNow(channelId: string): void {
    this.#endPause(channelId);
    this.save(channelId);
  }

  #saveLater(channelId: string): void {
    if (this.#pauses.has(channelId)) return;
    const pause = this.#ports.after(RETRY_PAUSE_MS, () => this.#saveNow(channelId));
    this.#pauses.set(channelId, pause);
  }
}
