import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createInProcessBus } from '../bus.ts';
import { createBudget } from './budget.ts';

const UNITS = 100;
const caller = { ip: '192.0.2.1' };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const startNodes = () => {
  const bus = createInProcessBus();
  const clock = { time: 0, now: () => clock.time };
  const nodes = [createBudget(bus, clock, UNITS), createBudget(bus, clock, UNITS)] as const;
  return { clock, nodes };
};

test('spending on one node is subtracted on the other within a second', () => {
  const { nodes } = startNodes();
  const [here, there] = nodes;
  for (const cost of [10, 50]) expect(here.pay(caller, cost).waitMs).toBe(0);
  expect(there.pay(caller, 0).left).toBe(100);
  // What was shared once is not shared again.
  vi.advanceTimersByTime(2_000);
  expect(there.pay(caller, 0).left).toBe(40);
  expect(here.pay(caller, 0).left).toBe(40);
  expect(there.pay(caller, 60).waitMs).toBe(12_000);
});

test('the spending of many is shared, until the node stops', () => {
  const { nodes } = startNodes();
  const [here, there] = nodes;
  const accounts = Array.from({ length: 1_002 }, (_, rank) => ({ account: String(rank) }));
  const leftOn = (node: typeof here) =>
    new Set(accounts.map((account) => node.pay(account, 0).left));
  for (const account of accounts) here.pay(account, 60);
  vi.advanceTimersByTime(1_000);
  expect(leftOn(there)).toEqual(new Set([40]));
  there.close();
  for (const account of accounts) here.pay(account, 20);
  vi.advanceTimersByTime(1_000);
  expect(leftOn(here)).toEqual(new Set([20]));
  expect(leftOn(there)).toEqual(new Set([40]));
  here.close();
  expect(vi.getTimerCount()).toBe(0);
});

test('unknown tokens of a network are looked up a limited number of times a minute', () => {
  const { clock, nodes } = startNodes();
  const [here] = nodes;
  for (let count = 0; count < 300; count += 1) {
    expect(here.mayAskForToken('2001:db8::1')).toBe(true);
    here.noteWrongToken('2001:db8::1');
  }
  expect(here.mayAskForToken('2001:db8::2')).toBe(false);
  expect(here.mayAskForToken('2001:db8:1::1')).toBe(true);
  clock.time = 60_000;
  expect(here.mayAskForToken('2001:db8::2')).toBe(true);
});

test('calls allowed twice before the nodes knew are paid back', () => {
  const { clock, nodes } = startNodes();
  const [here, there] = nodes;
  here.pay(caller, 100);
  there.pay(caller, 100);
  vi.advanceTimersByTime(1_000);
  clock.time = 60_000;
  expect(here.pay(caller, 1).waitMs).toBe(600);
  expect(there.pay(caller, 1).waitMs).toBe(600);
});

test('nodes do not share the spending of keys that spent little', () => {
  const { nodes } = startNodes();
  nodes[0].pay(caller, 9);
  vi.advanceTimersByTime(1_000);
  expect(nodes[1].pay(caller, 0).left).toBe(100);
});

test('a key has half of its account’s allowance, and takes from that', () => {
  const { nodes } = startNodes();
  const [here] = nodes;
  expect(here.pay({ account: 'owner', key: 'one' }, 50).allowance.name).toBe('key');
  expect(here.pay({ account: 'owner', key: 'one' }, 10).waitMs).toBe(12_000);
  expect(here.pay({ account: 'owner' }, 0).left).toBe(50);
  expect(here.pay({ account: 'owner', key: 'another' }, 50).waitMs).toBe(0);
  expect(here.pay({ account: 'owner' }, 1).waitMs).toBe(600);
});
