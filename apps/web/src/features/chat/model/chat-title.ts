import { channelTimings } from '@izgodno/contract/chat/limits';
import { createStore, type Store } from '#shared/store.ts';

type Stop = () => void;

/** What the chat's page is called: the open channel's name; null stands for 'Chat'. */
export interface ChatTitle {
  readonly name: Pick<Store<string | null>, 'get' | 'subscribe'>;
  /** 500 ms after sign-in the title of the last active channel is restored (specification, section 4). */
  readonly signedIn: () => void;
  readonly selected: (name: string) => void;
  readonly signedOut: () => void;
}

/** `readLastName` gives the name of the last active channel; what fails leaves 'Chat'. */
export const createChatTitle = (
  after: (ms: number, run: () => void) => Stop,
  readLastName: () => Promise<string | null>,
): ChatTitle => {
  const name = createStore<string | null>(null);
  let timer: Stop | null = null;
  let asked = 0;

  const stop = (): void => {
    asked += 1;
    timer?.();
    timer = null;
  };

  const restore = async (): Promise<void> => {
    const question = asked;
    const restored = await readLastName().catch(() => null);
    // A channel was chosen, or the person left, meanwhile.
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
