import { setTimeout as sleep } from 'node:timers/promises';
import { defaultChannel, signUp } from '../chat-chaos/chatters.ts';
import { startLoad } from './steady-load.ts';
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

/**
 * Takes S3, NATS and the replica away, and lets them fall silent, one after another, under calls by
 * both balancers that need none of them and are not repeated: searches, deals, pages, favourites and
 * messages. None may fail.
 */
export const runAway = async (fleet: WholeFleet, { seconds, part: only, say }: AwayOptions) => {
  const { urls } = fleet;
  const accounts = [];
  for (let user = 0; user < USERS; user += 1)
    accounts.push(await signUp(urls[user % urls.length] ?? urls[0], `away${user}`));
  const [first] = accounts;
  if (first === undefined) throw new Error('The load needs users.');
  const channelId = await defaultChannel(first);
  for (const account of accounts) await defaultChannel(account);
  const { s3, nats, database } = fleet;
  const ms = seconds * 1_000;
  const parts: Readonly<Record<string, () => Promise<void>>> = {
    S3: async () => {
      s3.cut();
      await sleep(ms);
      s3.mend();
    },
    'S3 silent': async () => {
      s3.silence();
      await sleep(ms);
      s3.mend();
    },
    NATS: async () => {
      for (const part of nats) await part.end();
      await sleep(ms);
      for (const part of nats) part.start();
    },
    'NATS frozen': async () => {
      for (const part of nats) part.signal('SIGSTOP');
      await sleep(ms);
      for (const part of nats) part.signal('SIGCONT');
    },
    replica: () => database.loseReplica(ms),
    'replica silent': () => database.silenceReplica(ms),
  };
  const table = [];
  const errors: string[] = [];
  for (const [part, lose] of Object.entries(parts)) {
    if (only !== undefined && part !== only) continue;
    const load = await startLoad({ urls, accounts, channelId, callsASecond: CALLS_A_SECOND });
    await sleep(PEACE_MS);
    await lose();
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
