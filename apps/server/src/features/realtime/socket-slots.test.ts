import { expect, test } from 'vitest';
import { realtimeLimits, type CloseReason } from '@izgodno/contract/realtime/frames';
import { SocketSlots, type SlotSocket } from './socket-slots.ts';

const socket = (signedIn: boolean): SlotSocket & { readonly closed: CloseReason[] } => {
  const closed: CloseReason[] = [];
  const owner = { userId: 'u', sessionId: 's', token: 't', expiresAt: 0 };
  return { owner: signedIn ? owner : null, closed, close: (reason) => void closed.push(reason) };
};

const fill = (count: number, signedIn: boolean) =>
  Array.from({ length: count }, () => socket(signedIn));

test('in a full network a silent socket is closed, and an active one never', () => {
  const slots = new SocketSlots(4);
  const users = fill(3, true);
  for (const each of users) slots.enter(each, '192.0.2.1');
  const silent = socket(false);
  slots.enter(silent, '192.0.2.1');
  const next = socket(true);
  slots.enter(next, '192.0.2.1');
  expect(silent.closed).toEqual(['too_many_from_network']);
  const last = socket(true);
  slots.enter(last, '192.0.2.1');
  expect(last.closed).toEqual(['too_many_from_network']);
  expect([...users, next].flatMap(({ closed }) => closed)).toEqual([]);
  const elsewhere = socket(true);
  slots.enter(elsewhere, '192.0.2.2');
  expect(elsewhere.closed).toEqual([]);
});

test('sockets before hello have a limit of their own', () => {
  const slots = new SocketSlots(1_000);
  const silent = fill(realtimeLimits.maxUnknownANetwork + 1, false);
  for (const each of silent) slots.enter(each, '2001:db8::1');
  expect(silent.map(({ closed }) => closed.length)).toEqual([
    1,
    ...fill(silent.length - 1, false).map(() => 0),
  ]);
});

test('a closed socket makes room', () => {
  const slots = new SocketSlots(1);
  const [first, second] = [socket(true), socket(true)];
  slots.enter(first, '192.0.2.1');
  slots.leave(first, '192.0.2.1');
  slots.enter(second, '192.0.2.1');
  expect(second.closed).toEqual([]);
});
