import type { Presence } from '@izgodno/contract/chat/presence';
import { TYPING_HOLD_MS } from '@izgodno/contract/realtime/events';
import type { Heard } from '#core/realtime/realtime.ts';
import { createStore, type Unsubscribe, type Readable } from '#shared/store.ts';

interface PeopleState {
  readonly presence: ReadonlyMap<string, Presence>;
  /** Names of typing users, by their ids, by channel. */
  readonly typing: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

export interface People {
  readonly state: Readable<PeopleState>;
  readonly hear: (heard: Heard) => void;
  readonly put: (presence: readonly Presence[]) => void;
  readonly end: () => void;
}

const initial: PeopleState = { presence: new Map(), typing: new Map() };

/** Tracks presence and typing. */
export const createPeople = (after: (ms: number, run: () => void) => Unsubscribe): People => {
  const store = createStore<PeopleState>(initial);
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

  const put = (people: readonly Presence[]): void => {
    const presence = new Map(store.get().presence);
    for (const person of people) presence.set(person.userId, person);
    store.set({ ...store.get(), presence });
  };

  return {
    state: store,
    put,
    hear: (heard) => {
      switch (heard.type) {
        case 'presence':
          put(heard.data.people);
          return;
        case 'typing': {
          const { channelId, user } = heard.data;
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
          stopTyping(heard.data.message.channelId, heard.data.message.sender.id);
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
