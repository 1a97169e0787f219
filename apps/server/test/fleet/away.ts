import { setTimeout as sleep } from 'node:timers/promises';
import { defaultChannel } from '../chat-chaos/chatters.ts';
import { createRandom } from '../fuzz/random.ts';
import { partFaults } from './faults.ts';
import { signUpInTurn, startLoad } from './steady-load.ts';
import type { WholeFleet } from './whole-fleet.ts';

const CALLS_A_SECOND = 20;
const USERS = 6;
const PEACE_MS = 5_000;

export interface AwayOptions {
  /** How long each part is away. */
  readonly seconds: number;
  /** Takes only this one away. */
  readonly part?: string | undefined;
  readonly say: (line: string) => void;
}

/** The faults of parts that most calls do without, by the names that `part` takes. */
const parts = {
  S3: 'S3 away',
  'S3 silent': 'S3 silent',
  NATS: 'NATS away',
  'NATS frozen': 'NATS frozen',
  replica: 'kill the replica',
  'replica silent': 'replica silent',
} as const satisfies Readonly<Record<string, keyof typeof partFaults>>;

/**
 * Takes S3, NATS and the replica away, and lets them fall silent, one after another, under calls by
 * both balancers that need none of them and are not repeated: searches, deals, pages, favourites and
 * messages. None may fail.
 */
export const runAway = async (fleet: WholeFleet, { seconds, part: only, say }: AwayOptions) => {
  const { urls } = fleet;
  const accounts = await signUpInTurn(urls, 'away', USERS);
  const [first] = accounts;
  if (first === undefined) throw new Error('The load needs users.');
  const channelId = await defaultChannel(first);
  for (const account of accounts) await defaultChannel(account);
  // These faults choose nothing.
  const random = createRandom(0);
  const table = [];
  const errors: string[] = [];
  for (const [part, fault] of Object.entries(parts)) {
    if (only !== undefined && part !== only) continue;
    const load = await startLoad({ urls, accounts, channelId, callsASecond: CALLS_A_SECOND });
    await sleep(PEACE_MS);
    await partFaults[fault](fleet, random, seconds * 1_000);
    await sleep(PEACE_MS);
    const { slowestMs } = await load.stop();
    const failed = load.failed();
    const row = { part, seconds, calls: load.calls(), failed: failed.length, slowestMs };
    say(JSON.stringify(row));
    table.push(row);
    errors.push(...failed.map((failure) => `${part} away: ${failure}`));
  }
  return { table, errors };
};
