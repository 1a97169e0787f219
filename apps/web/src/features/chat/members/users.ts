import type { Presence } from '@izgodno/contract/chat/presence';
import { TYPING_HOLD_MS } from '@izgodno/contract/realtime/events';
import type { RealtimeMessage } from '#core/realtime/realtime.ts';
import { createStore, type Unsubscribe, type Readable } from '#shared/store.ts';
import { newestEntries } from '../newest-entries.ts';

interface UsersState {
  readonly presence: ReadonlyMap<string, Presence>;
  /** Names of typing users, by their ids, by channel. */
  readonly typing: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

const initial: UsersState = { presence: new Map(), typing: new Map() };

/** The most users whose presence is stored; a page watches far fewer at once, and asks again. */
export const MOST_PRESENCES = 1_000;

/** Tracks presence and typing. */
export class Users {
  readonly #after: (ms: number, run: () => void) => Unsubscribe;
  readonly #store = createStore(initial);
  readonly state: Readable<UsersState> = this.#store;
  readonly #timers = new Map<string, Unsubscribe>();

  constructor(after: (ms: number, run: () => void) => Unsubscribe) {
    this.#after = after;
  }

  receive(received: RealtimeMessage): void {
    switch (received.type) {
      case 'presence':
        this.#put(received.data.people);
        return;
      case 'typing': {
        const { channelId, user } = received.data;
        const key = `${channelId} ${user.id}`;
        this.#timers.get(key)?.();
        const stop = this.#after(TYPING_HOLD_MS, () => this.#stopTyping(channelId, user.id));
        this.#timers.set(key, stop);
        this.#setTyping(channelId, user.id, user.name);
        return;
      }
      case 'message.created':
        // A message ends its sender's typing.
        this.#stopTyping(received.data.message.channelId, received.data.message.sender.id);
        return;
      default:
        return;
    }
  }

  end(): void {
    for (const stop of this.#timers.values()) stop();
    this.#timers.clear();
    this.#store.set(initial);
  }

  #put(users: readonly Presence[]): void {
    const presence = new Map(this.state.get().presence);
    for (const user of users) {
      presence.delete(user.userId);
      presence.set(user.userId, user);
    }
    const newest = newestEntries(presence, MOST_PRESENCES);
    this.#store.set({ ...this.state.get(), presence: newest });
  }

  #setTyping(channelId: string, userId: string, name: string | null): void {
    const { typing } = this.state.get();
    const names = new Map(typing.get(channelId));
    if (name === null) names.delete(userId);
    else names.set(userId, name);
    this.#store.set({ ...this.state.get(), typing: new Map(typing).set(channelId, names) });
  }

  #stopTyping(channelId: string, userId: string): void {
    const key = `${channelId} ${userId}`;
    this.#timers.get(key)?.();
    if (this.#timers.delete(key)) this.#setTyping(channelId, userId, null);
  }
}
