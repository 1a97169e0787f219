import type { Bus } from '../bus.ts';
import type { Clock } from '../clock.ts';
import { networkLevelsOf, networkOf, networkShares, type NetworkLevel } from '../ip-network.ts';
import { createSpending, type Allowance, type Spending } from './allowance.ts';
import { shareSpending } from './share-spending.ts';

const WINDOW_MS = 60_000;
/** The number of accounts, and of networks of each width, that a node keeps. */
const STORED_KEYS = 20_000;
/** Lookups of unknown tokens from one IP. */
const WRONG_TOKENS = 300;

/** The caller's state for the allowance with the least left. */
export interface BudgetState {
  readonly allowance: Allowance;
  readonly left: number;
  readonly resetMs: number;
  /** Above 0 if the call was not paid: milliseconds until it can be. */
  readonly waitMs: number;
}

/** The payer of a call: an account, also by one of its API keys, or the networks of an IP. */
export type Caller =
  | { readonly account: string; readonly key?: string | undefined }
  | { readonly ip: string };

export interface Budget {
  /**
   * Subtracts the cost of a call from every allowance of its caller, or from none if one has too
   * little left.
   */
  pay(caller: Caller, cost: number): BudgetState;
  /** Whether an unknown token from this IP may be looked up in the database. */
  mayAskForToken(ip: string): boolean;
  noteWrongToken(ip: string): void;
  close(): void;
}

interface Purse {
  readonly spending: Spending;
  readonly key: string;
}

const open = (name: string, units: number): Spending =>
  createSpending({ name, units, windowMs: WINDOW_MS }, STORED_KEYS);

const budgetStateOf = ({ spending, key }: Purse, waitMs: number, now: number): BudgetState => ({
  allowance: spending.allowance,
  left: Math.floor(spending.left(key, now)),
  resetMs: spending.resetMs(key, now),
  waitMs,
});

/**
 * One budget for all calls, each by its cost. `unitsPerMinute` is the allowance of one account or
 * IP.
 */
export const createBudget = (bus: Bus, clock: Clock, unitsPerMinute: number): Budget => {
  const account = open('account', unitsPerMinute);
  // Half of its account's, so that a program cannot lock its owner out.
  const apiKey = open('key', unitsPerMinute / 2);
  const networks: Readonly<Record<NetworkLevel, Spending>> = {
    ip: open('address', networkShares.ip * unitsPerMinute),
    site: open('site', networkShares.site * unitsPerMinute),
    block: open('block', networkShares.block * unitsPerMinute),
  };
  const wrongTokens = open('tokens', WRONG_TOKENS);
  const spendings = [account, apiKey, ...Object.values(networks)];
  const shared = shareSpending(bus, clock, spendings);

  const pursesOf = (caller: Caller): readonly Purse[] =>
    'account' in caller
      ? [
          { spending: account, key: caller.account },
          ...(caller.key === undefined ? [] : [{ spending: apiKey, key: caller.key }]),
        ]
      : networkLevelsOf(caller.ip).map(({ level, network }) => ({
          spending: networks[level],
          key: network,
        }));

  return {
    pay(caller, cost) {
      const now = clock.now();
      const purses = pursesOf(caller);
      const states = purses.map((purse) =>
        budgetStateOf(purse, purse.spending.waitMs(purse.key, cost, now), now),
      );
      const slowest = states.reduce((a, b) => (b.waitMs > a.waitMs ? b : a));
      if (slowest.waitMs > 0) return slowest;
      for (const { spending, key } of purses) {
        spending.spend(key, cost, now);
        shared.note(spending, key, cost);
      }
      return purses
        .map((purse) => budgetStateOf(purse, 0, now))
        .reduce((a, b) => (b.left < a.left ? b : a));
    },
    mayAskForToken: (ip) => wrongTokens.waitMs(networkOf(ip), 1, clock.now()) === 0,
    noteWrongToken: (ip) => wrongTokens.spend(networkOf(ip), 1, clock.now()),
    close: () => shared.close(),
  };
};
