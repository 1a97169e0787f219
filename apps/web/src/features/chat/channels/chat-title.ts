import { channelTimings } from '@izgodno/contract/chat/limits';
import { createStore, type Readable, type Unsubscribe } from '#shared/store.ts';

/** The title of the chat page: the open channel's name; null means 'Chat'. */
export class ChatTitle {
  readonly #after: (ms: number, run: () => void) => Unsubscribe;
  readonly #readLastName: () => Promise<string | null>;
  readonly #store = createStore<string | null>(null);
  readonly name: Readable<string | null> = this.#store;
  #timer: Unsubscribe | null = null;
  /** Counts changes: the response to a request of an earlier one is dropped. */
  #changes = 0;

  /**
   * `readLastName` returns the name of the last active channel; if it fails, the title stays
   * 'Chat'.
   */
  constructor(
    after: (ms: number, run: () => void) => Unsubscribe,
    readLastName: () => Promise<string | null>,
  ) {
    this.#after = after;
    this.#readLastName = readLastName;
  }

  /** Restores the title of the last active channel 500 ms after sign-in (specification, section 4). */
  signedIn(): void {
    this.#stop();
    this.#timer = this.#after(channelTimings.titleRestoreMs, () => void this.#restore());
  }

  /** `name` is null while the name of the selected channel is unknown. */
  selected(name: string | null): void {
    this.#stop();
    this.#store.set(name);
  }

  signedOut(): void {
    this.#stop();
    this.#store.set(null);
  }

  #stop(): void {
    this.#changes += 1;
    this.#timer?.();
    this.#timer = null;
  }

  async #restore(): Promise<void> {
    const asked = this.#changes;
    const restored = await this.#readLastName().catch(() => null);
    // The user has selected a channel or signed out during the request.
    if (asked === this.#changes) this.#store.set(restored);
  }
}
