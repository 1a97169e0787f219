import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendMessage } from '@izgodno/contract/chat/message-calls';
import { REQUEST_TIMEOUT_MS } from '@izgodno/contract/common/client';
import { createUuidV7 } from '#platform/uuid.ts';
import { defaultChannel, signUp, type Account } from '../chat-chaos/chatters.ts';
import { signUpInTurn, startLoad } from './steady-load.ts';
import type { WholeFleet } from './whole-fleet.ts';

const READS_A_SECOND = 20;
const READERS = 6;
/** Milliseconds between two writes, and between the tries of one. */
const WRITE_MS = 100;
const RETRY_MS = 50;
const PEACE_MS = 5_000;
/** The most milliseconds without a write that a failover may cost. */
const LONGEST_MS = 10_000;

export interface FailoverOptions {
  /** The number of failovers of each kind. */
  readonly times: number;
  readonly say: (line: string) => void;
}

/** Sends one message after another, each until it is acknowledged, and measures the pauses. */
const startWrites = ({ api }: Account, channelId: string) => {
  const stopping = new AbortController();
  let longestMs = 0;
  let writes = 0;
  const write = async (): Promise<void> => {
    const body = { channelId, clientId: createUuidV7(Date.now()), text: `номер ${writes}` };
    for (;;) {
      try {
        await api.call(sendMessage, { body });
        return;
      } catch {
        await sleep(RETRY_MS);
      }
    }
  };
  const run = async (): Promise<void> => {
    let last = performance.now();
    while (!stopping.signal.aborted) {
      await write();
      writes += 1;
      const now = performance.now();
      longestMs = Math.max(longestMs, now - last);
      last = now;
      await sleep(WRITE_MS);
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
      return { writes, longestMs: Math.round(longestMs) };
    },
  };
};

/**
 * Moves the primary in three ways under reads that are not repeated, and writes that are. No read may
 * fail, and no pause between two acknowledged writes may take 10 s.
 */
export const runFailover = async ({ urls, database }: WholeFleet, options: FailoverOptions) => {
  const writer = await signUp(urls[0], 'failover', REQUEST_TIMEOUT_MS);
  const readers = await signUpInTurn(urls, 'failover', READERS, REQUEST_TIMEOUT_MS);
  const channelId = await defaultChannel(writer);
  for (const reader of readers) await defaultChannel(reader);
  const ways: Readonly<Record<string, () => Promise<void>>> = {
    switchover: () => database.switchOver(),
    'PostgreSQL killed': () => database.killPrimary(),
    'member lost': () => database.losePrimary(),
  };
  const table = [];
  const errors: string[] = [];
  for (let time = 0; time < options.times; time += 1)
    for (const [way, move] of Object.entries(ways)) {
      const target = { urls, accounts: readers, channelId, callsASecond: READS_A_SECOND };
      const load = await startLoad({ ...target, readsOnly: true });
      const writing = startWrites(writer, channelId);
      await sleep(PEACE_MS);
      await move();
      await sleep(PEACE_MS);
      const { writes, longestMs } = await writing.stop();
      const { slowestMs } = await load.stop();
      const failed = load.failed();
      const reads = { reads: load.calls(), failedReads: failed.length, slowestReadMs: slowestMs };
      const row = { way, ...reads, writes, longestWithoutWriteMs: longestMs };
      options.say(JSON.stringify(row));
      table.push(row);
      errors.push(...failed.map((failure) => `${way}: ${failure}`));
      if (longestMs >= LONGEST_MS) errors.push(`${way}: no write for ${longestMs} ms`);
    }
  return { table, errors };
};
