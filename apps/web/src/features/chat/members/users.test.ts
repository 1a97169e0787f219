import { TYPING_HOLD_MS } from '@izgodno/contract/realtime/events';
import { beforeEach, expect, test } from 'vitest';
import { aMessage } from '../testing/messages.ts';
import { MOST_PRESENCES, Users } from './users.ts';

const ANN = { id: '01890000-0000-7000-8000-a00000000000', name: 'Ann Lee' };
const CHANNEL = '01890000-0000-7000-8000-c00000000000';

let now: number;
let timers: Set<{ readonly at: number; readonly run: () => void }>;
let users: Users;

const pass = (ms: number): void => {
  now += ms;
  for (const timer of [...timers].filter(({ at }) => at <= now)) {
    timers.delete(timer);
    timer.run();
  }
};
const type = (): void => users.receive({ type: 'typing', data: { channelId: CHANNEL, user: ANN } });
const typing = (): readonly string[] => [
  ...(users.state.get().typing.get(CHANNEL)?.values() ?? []),
];

beforeEach(() => {
  now = 0;
  timers = new Set();
  users = new Users((ms, run) => {
    const timer = { at: now + ms, run };
    timers.add(timer);
    return () => void timers.delete(timer);
  });
});

test('typing users are shown for a while after each signal', () => {
  type();
  expect(typing()).toEqual(['Ann Lee']);
  pass(TYPING_HOLD_MS - 1);
  type();
  pass(TYPING_HOLD_MS - 1);
  expect(typing()).toEqual(['Ann Lee']);
  pass(1);
  expect(typing()).toEqual([]);
});

test('a message ends its sender’s typing', () => {
  type();
  const message = aMessage({ seq: 1, sender: ANN, channelId: CHANNEL });
  users.receive({ type: 'message.created', data: { message } });
  expect(typing()).toEqual([]);
  pass(TYPING_HOLD_MS);
  expect(typing()).toEqual([]);
});

test('the latest presence is shown, and cleared at the end', () => {
  for (const state of ['online', 'away'] as const) {
    const presence = { userId: ANN.id, state, emoji: '', text: '' };
    users.receive({ type: 'presence', data: { people: [presence] } });
  }
  expect(users.state.get().presence.get(ANN.id)?.state).toBe('away');
  type();
  users.end();
  expect(users.state.get().presence.size + users.state.get().typing.size).toBe(0);
  expect(timers.size).toBe(0);
});

const present = (index: number) => ({
  userId: `user-${index}`,
  state: 'online' as const,
  emoji: '',
  text: '',
});

test('the presence of users that the server sent long ago is dropped', () => {
  for (let index = 0; index <= MOST_PRESENCES; index += 1) {
    const people = [present(0), present(index)];
    users.receive({ type: 'presence', data: { people } });
  }
  const { presence } = users.state.get();
  expect(presence.size).toBe(MOST_PRESENCES);
  expect([presence.has('user-0'), presence.has('user-1')]).toEqual([true, false]);
});
