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
  const places = new SocketSlots(4);
  const people = fill(3, true);
  for (const each of people) places.enter(each, '192.0.2.1');
  const silent = socket(false);
  places.enter(silent, '192.0.2.1');
  const next = socket(true);
  places.enter(next, '192.0.2.1');
  expect(silent.closed).toEqual(['too_many_from_network']);
  const last = socket(true);
  places.enter(last, '192.0.2.1');
  expect(last.closed).toEqual(['too_many_from_network']);
  expect([...people, next].flatMap(({ closed }) => closed)).toEqual([]);
  const elsewhere = socket(true);
  places.enter(elsewhere, '192.0.2.2');
  expect(elsewhere.closed).toEqual([]);
});

test('sockets before hello have a limit of their own', () => {
  const places = new SocketSlots(1_000);
  const silent = fill(realtimeLimits.maxUnknownANetwork + 1, false);
  for (const each of silent) places.enter(each, '2001:db8::1');
  expect(silent.map(({ closed }) => closed.length)).toEqual([
    1,
    ...fill(silent.length - 1, false).map(() => 0),
  ]);
});

test('a closed socket makes room', () => {
  const places = new SocketSlots(1);
  const [first, second] = [socket(true), socket(true)];
  places.enter(first, '192.0.2.1');
  places.leave(first, '192.0.2.1');
  places.enter(second, '192.0.2.1');
  expect(second.closed).toEqual([]);
});
