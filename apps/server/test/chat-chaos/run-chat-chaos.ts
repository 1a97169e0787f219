import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '@izgodno/contract/chat/message';
import { makeTemporaryFolder } from '../../../../scripts/clean-up.ts';
import { defaultChannel, readAll, signUp, startListener, startTalker } from './chatters.ts';
import { startUnderFire } from './product-under-fire.ts';

/** The range of milliseconds between kills. */
const LEAST_PEACE_MS = 100;
const MOST_PEACE_MS = 900;
const SETTLE_MS = 30_000;
const POLL_MS = 50;

export interface ChaosOptions {
  /** The number of kills. */
  readonly kills: number;
  readonly users: number;
  /** Clients of each user. */
  readonly clientsAUser: number;
  readonly listeners: number;
  readonly random: () => number;
  readonly say: (line: string) => void;
}

export interface ChaosResult {
  readonly acknowledged: number;
  readonly stored: number;
  /** The errors as sentences; empty if all is correct. */
  readonly errors: readonly string[];
}

/** Compares acknowledged messages with stored ones. */
export const findErrors = (
  stored: readonly Message[],
  acknowledged: readonly (readonly Message[])[],
): string[] => {
  const errors: string[] = [];
  let previous = 0;
  for (const { seq } of stored) {
    // Once for each gap, and not for every message after it.
    if (seq !== previous + 1) errors.push(`${seq} follows ${previous}`);
    previous = seq;
  }
  const byClientId = new Map<string, Message>();
  for (const message of stored) {
    const key = `${message.sender.id} ${message.clientId}`;
    if (byClientId.has(key)) errors.push(`${message.text} is there twice`);
    byClientId.set(key, message);
  }
  for (const sent of acknowledged) {
    let before = 0;
    for (const message of sent) {
      const there = byClientId.get(`${message.sender.id} ${message.clientId}`);
      if (there?.id !== message.id || there.seq !== message.seq) {
        errors.push(`${message.text} was acknowledged at ${message.seq} and is not there`);
      }
      if (message.seq <= before) errors.push(`${message.text} comes before what was sent earlier`);
      before = message.seq;
    }
  }
  return errors;
};

/**
 * Users send messages while the product and its database are killed at random times; then the
 * result is compared.
 */
export const runChatChaos = async (options: ChaosOptions): Promise<ChaosResult> => {
  const { random, say } = options;
  const directory = await makeTemporaryFolder('izgodno-chaos-');
  try {
    const product = await startUnderFire(directory);
    try {
      const accounts = [];
      for (let index = 0; index < options.users; index += 1)
        accounts.push(await signUp(product.url, `person-${index}`));
      const [first] = accounts;
      if (first === undefined) throw new Error('Chaos needs people.');
      const channelId = await defaultChannel(first);
      for (const account of accounts) await defaultChannel(account);
      const listeners = accounts
        .slice(0, options.listeners)
        .map((account) => startListener(product.url, account, channelId));
      const talkers = accounts.flatMap((account) =>
        Array.from({ length: options.clientsAUser }, () => startTalker(account, channelId)),
      );

      for (let kill = 1; kill <= options.kills; kill += 1) {
        await sleep(LEAST_PEACE_MS + random() * (MOST_PEACE_MS - LEAST_PEACE_MS));
        const victim = random() < 0.5 ? 'app' : 'database';
        say(`kill ${kill} of ${options.kills}: ${victim}`);
        if (victim === 'app') await product.killApp();
        else await product.killDatabase();
      }
      await Promise.all(talkers.map((talker) => talker.stop()));

      const stored = await readAll(first, channelId);
      const acknowledged = talkers.map((talker) => talker.acknowledged);
      const errors = findErrors(stored, acknowledged);
      const last = stored.at(-1)?.version ?? 0;
      const isBehind = (): boolean => listeners.some(({ version }) => version < last);
      for (let waited = 0; isBehind() && waited < SETTLE_MS; waited += POLL_MS)
        await sleep(POLL_MS);
      for (const listener of listeners) {
        const same =
          JSON.stringify(listener.held().map(({ id }) => id)) ===
          JSON.stringify(stored.map(({ id }) => id));
        if (!same) errors.push(`a listener holds ${listener.held().length} of ${stored.length}`);
        listener.stop();
      }
      return { acknowledged: acknowledged.flat().length, stored: stored.length, errors };
    } finally {
      await product.stop();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};
