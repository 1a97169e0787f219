import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { defineTopic, type Bus } from '../bus.ts';
import type { Clock } from '../clock.ts';
import type { Spending } from './allowance.ts';

const SHARE_MS = 1_000;
/** Below this part of an allowance a key's spending is not shared. */
const WORTH_SHARING = 0.1;
/** Keys of one message, and of the pending ones. */
const KEYS_A_MESSAGE = 500;
const MAX_WAITING = 20_000;

/** Recent spending on a node, by allowance and by the key that has it. */
const limitsSpent = defineTopic(
  'limits.spent',
  z.object({
    node: z.string(),
    spent: z.array(
      z.object({ name: z.string(), key: z.string(), units: z.number().check(z.positive()) }),
    ),
  }),
);

export interface SharedSpending {
  /** Records this node's spending of a key, for the other nodes. */
  note(spending: Spending, key: string, cost: number): void;
  /** Publishes what was recorded since the last time. */
  share(): void;
  close(): void;
}

interface Entry {
  readonly spending: Spending;
  readonly key: string;
  units: number;
}

/**
 * Nodes publish their spending every second, so that a caller who uses several nodes has one
 * allowance. The error is what the others do not know yet: at most a second's spending, or a tenth
 * of an allowance, on each other node. It becomes a debt and is paid back.
 */
export const shareSpending = (
  bus: Bus,
  clock: Clock,
  spendings: readonly Spending[],
): SharedSpending => {
  const node = randomUUID();
  const byName = new Map(spendings.map((spending) => [spending.allowance.name, spending]));
  const waiting = new Map<string, Entry>();

  const isWorthSharing = ({ spending, key }: Entry, now: number): boolean =>
    spending.resetMs(key, now) > WORTH_SHARING * spending.allowance.windowMs;

  const share = (): void => {
    const now = clock.now();
    const spent = [...waiting.values()]
      .filter((entry) => isWorthSharing(entry, now))
      .map(({ spending, key, units }) => ({ name: spending.allowance.name, key, units }));
    waiting.clear();
    for (let start = 0; start < spent.length; start += KEYS_A_MESSAGE)
      bus.publish(limitsSpent, { node, spent: spent.slice(start, start + KEYS_A_MESSAGE) });
  };

  const unsubscribe = bus.subscribe(limitsSpent, (message) => {
    if (message.node === node) return;
    const now = clock.now();
    for (const { name, key, units } of message.spent) byName.get(name)?.spend(key, units, now);
  });
  const timer = setInterval(share, SHARE_MS).unref();

  return {
    note(spending, key, cost) {
      const id = `${spending.allowance.name} ${key}`;
      const entry = waiting.get(id);
      if (entry !== undefined) entry.units += cost;
      else if (waiting.size < MAX_WAITING) waiting.set(id, { spending, key, units: cost });
    },
    share,
    close() {
      clearInterval(timer);
      unsubscribe();
    },
  };
};
