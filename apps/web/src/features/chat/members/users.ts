import type { Presence } from '@izgodno/contract/chat/presence';
import { TYPING_HOLD_MS } from '@izgodno/contract/realtime/events';
import type { RealtimeMessage } from '#core/realtime/realtime.ts';
import { createStore, type Unsubscribe, type Readable } from '#shared/store.ts';

interface UsersState {
  readonly presence: ReadonlyMap<string, Presence>;
  /** Names of typing users, by their ids, by channel. */
  readonly typing: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

export interface Users {
  readonly state: Readable<UsersState>;
  readonly receive: (received: RealtimeMessage) => void;
  readonly put: (presence: readonly Presence[]) => void;
  readonly end: () => void;
}

const initial: UsersState = { presence: new Map(), typing: new Map() };

/** Tracks presence and typing. */
export const createUsers = (after: (ms: number, run: () => void) => Unsubscribe): Users => {
  const store = createStore<UsersState>(initial);
  const timers = new Map<string, Unsubscribe>();

  const setTyping = (channelId: string, userId: string, name: string | null): void => {
    const { typing } = store.get();
    const names = new Map(typing.get(channelId));
    if (name === null) names.delete(userId);
    else names.set(userId, name);
    store.set({ ...store.get(), typing: new Map(typing).set(channelId, names) });
  };

  const stopTyping = (channelId: string, userId: string): void => {
    const key = `${channelId} ${userId}`;
    timers.get(key)?.();
    if (timers.delete(key)) setTyping(channelId, userId, null);
  };

  const put = (users: readonly Presence[]): void => {
    const presence = new Map(store.get().presence);
    for (const user of users) presence.set(user.userId, user);
    store.set({ ...store.get(), presence });
  };

  return {
    state: store,
    put,
    receive: (received) => {
      switch (received.type) {
        case 'presence':
          put(received.data.people);
          return;
        case 'typing': {
          const { channelId, user } = received.data;
          const key = `${channelId} ${user.id}`;
          timers.get(key)?.();
          timers.set(
            key,
            after(TYPING_HOLD_MS, () => stopTyping(channelId, user.id)),
          );
          setTyping(channelId, user.id, user.name);
          return;
        }
        case 'message.created':
          // A message ends its sender's typing.
          stopTyping(received.data.message.channelId, received.data.message.sender.id);
          return;
        default:
          return;
      }
    },
    end: () => {
      for (const stop of timers.values()) stop();
      timers.clear();
      store.set(initial);
    },
  };
};
