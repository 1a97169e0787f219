import { channelTimings } from '@izgodno/contract/chat/limits';
import { createStore, type Unsubscribe, type Readable } from '#shared/store.ts';

/** The title of the chat page: the open channel's name; null means 'Chat'. */
export interface ChatTitle {
  readonly name: Readable<string | null>;
  /**
   * Restores the title of the last active channel 500 ms after sign-in (specification, section 4).
   */
  readonly signedIn: () => void;
  readonly selected: (name: string) => void;
  readonly signedOut: () => void;
}

/**
 * `readLastName` returns the name of the last active channel; if it fails, the title stays 'Chat'.
 */
export const createChatTitle = (
  after: (ms: number, run: () => void) => Unsubscribe,
  readLastName: () => Promise<string | null>,
): ChatTitle => {
  const name = createStore<string | null>(null);
  let timer: Unsubscribe | null = null;
  let asked = 0;

  const stop = (): void => {
    asked += 1;
    timer?.();
    timer = null;
  };

  const restore = async (): Promise<void> => {
    const question = asked;
    const restored = await readLastName().catch(() => null);
    // The user has selected a channel or signed out during the request.
    if (question === asked) name.set(restored);
  };

  return {
    name,
    signedIn: () => {
      stop();
      timer = after(channelTimings.titleRestoreMs, () => void restore());
    },
    selected: (chosen) => {
      stop();
      name.set(chosen);
    },
    signedOut: () => {
      stop();
      name.set(null);
    },
  };
};
