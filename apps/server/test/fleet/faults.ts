import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from '../fuzz/random.ts';
import { listDeals } from '@izgodno/contract/search/calls';
import { defaultChannel, startListener } from '../chat-chaos/chatters.ts';
import { signUpWriter, startWriting, type Writer } from './acknowledged.ts';
import { checkAcknowledged } from './check-acknowledged.ts';
import { collectHistory, readIds } from './collect-history.ts';
import { writeHistory } from './history.ts';
import { waitFor } from './parts.ts';
import { isServing, type Place, type WholeFleet } from './whole-fleet.ts';

const USERS = 8;
const LISTENERS = 4;
/** The ranges of milliseconds between two faults, and of how long one lasts. */
const PEACE_MS = { from: 300, to: 2_000 };
const FAULT_MS = { from: 500, to: 5_000 };
const DEALS_TO_KEEP = 100;
const HOUR_S = 3_600;

const between = (random: Random, { from, to }: { from: number; to: number }): number =>
  from + random.below(to - from);

type Fault = (fleet: WholeFleet, random: Random, ms: number) => Promise<void>;

const placeOf = ({ places }: WholeFleet, random: Random): Place => {
  const place = random.pickOf(places);
  if (place === undefined) throw new Error('The fleet has no nodes.');
  return place;
};

const replace = async (place: Place): Promise<void> => {
  await place.node.end();
  await place.start();
};

const shiftClock = async ({ clock }: Place, seconds: number, ms: number): Promise<void> => {
  await clock.set(seconds);
  // The node follows within a second.
  await sleep(1_000 + ms);
  await clock.set(0);
};

/** Faults of the nodes: one at a time, so that two of three serve. */
const nodeFaults: Readonly<Record<string, Fault>> = {
  'kill a node': async (fleet, random, ms) => {
    const place = placeOf(fleet, random);
    const { process: child } = place.node;
    child.kill('SIGKILL');
    await sleep(ms);
    await place.start();
  },
  'freeze a node': async (fleet, random, ms) => {
    const { process: child } = placeOf(fleet, random).node;
    child.kill('SIGSTOP');
    await sleep(ms);
    child.kill('SIGCONT');
  },
  'restart a node': (fleet, random) => replace(placeOf(fleet, random)),
  'disk of a node full': async (fleet, random, ms) => {
    const { disk } = placeOf(fleet, random);
    await disk?.fill();
    await sleep(ms);
    await disk?.free();
  },
  'clock of a node ahead': (fleet, random, ms) => shiftClock(placeOf(fleet, random), HOUR_S, ms),
  'clock of a node behind': (fleet, random, ms) => shiftClock(placeOf(fleet, random), -HOUR_S, ms),
  'rolling restart': async ({ places }) => {
    for (const place of places) await replace(place);
  },
};

/** Faults of what the nodes need: one at a time, beside those of the nodes. */
export const partFaults = {
  'kill a NATS server': async ({ nats }, random, ms) => {
    const part = random.pickOf(nats);
    await part?.end();
    await sleep(ms);
    part?.start();
  },
  'NATS away': async ({ nats }, _, ms) => {
    for (const part of nats) await part.end();
    await sleep(ms);
    for (const part of nats) part.start();
  },
  'NATS frozen': async ({ nats }, _, ms) => {
    for (const part of nats) part.signal('SIGSTOP');
    await sleep(ms);
    for (const part of nats) part.signal('SIGCONT');
  },
  'S3 away': async ({ s3 }, _, ms) => {
    s3.cut();
    await sleep(ms);
    s3.mend();
  },
  'S3 silent': async ({ s3 }, _, ms) => {
    s3.silence();
    await sleep(ms);
    s3.mend();
  },
  'kill the replica': ({ database }, _, ms) => database.loseReplica(ms),
  'replica silent': ({ database }, _, ms) => database.silenceReplica(ms),
  'kill the primary': ({ database }) => database.killPrimary(),
  failover: ({ database }) => database.losePrimary(),
  switchover: ({ database }) => database.switchOver(),
  'disk of the primary full': async ({ database }, _, ms) => database.fillDisk?.(ms),
  'etcd away': ({ database }, _, ms) => database.loseEtcd(ms),
} as const satisfies Readonly<Record<string, Fault>>;

export interface FaultsOptions {
  readonly minutes: number;
  readonly seed: number;
  /** The folder that receives the history for other checkers. */
  readonly history?: string | undefined;
  readonly say: (line: string) => void;
}

/** What happens only to disks that can be mounted. */
const ofDisks: ReadonlySet<string> = new Set(['disk of a node full', 'disk of the primary full']);

type Faults = Readonly<Record<string, Fault>>;

const possibleFaults = ({ database }: WholeFleet, faults: Faults): Faults =>
  database.fillDisk === null
    ? Object.fromEntries(Object.entries(faults).filter(([name]) => !ofDisks.has(name)))
    : faults;

const injectFaults = (fleet: WholeFleet, { minutes, seed, say }: FaultsOptions) => {
  const counts = new Map<string, number>();
  const end = Date.now() + minutes * 60_000;
  const inject = async (all: Faults, index: number): Promise<void> => {
    const random = createRandom(seed, index);
    const faults = possibleFaults(fleet, all);
    while (Date.now() < end) {
      await sleep(between(random, PEACE_MS));
      const [name, fault] = random.pickOf(Object.entries(faults)) ?? [];
      if (name === undefined || fault === undefined) return;
      const begun = Date.now();
      await fault(fleet, random, between(random, FAULT_MS));
      counts.set(name, (counts.get(name) ?? 0) + 1);
      say(`${name}: ${((Date.now() - begun) / 1_000).toFixed(1)} s`);
    }
  };
  // In order, so that a report of another seed can be compared.
  for (const name of [...Object.keys(nodeFaults), ...Object.keys(partFaults)]) counts.set(name, 0);
  return Promise.all([inject(nodeFaults, 0), inject(partFaults, 1)]).then(() => counts);
};

const sum = (writers: readonly Writer[], count: (writer: Writer) => number): number =>
  writers.reduce((total, writer) => total + count(writer), 0);

/**
 * Users write by both balancers while parts of the fleet fail as the seed says; then everything that
 * was acknowledged is compared with the database, every node and every listener.
 */
export const runFaults = async (fleet: WholeFleet, options: FaultsOptions) => {
  const writers: Writer[] = [];
  // A second run on one fleet has other users.
  const run = randomBytes(3).toString('hex');
  for (let user = 0; user < USERS; user += 1)
    writers.push(await signUpWriter(fleet.urls[user % 2] ?? '', `user${user}run${run}`));
  const [first] = writers;
  if (first === undefined) throw new Error('The load needs users.');
  const channelId = await defaultChannel(first.account);
  for (const { account } of writers) await defaultChannel(account);
  const listeners = writers
    .slice(0, LISTENERS)
    .map(({ url, account }) => startListener(url, account, channelId));
  const before = await readIds(first.account, channelId);
  const query = { limit: DEALS_TO_KEEP };
  const { items } = await first.account.api.call(listDeals, { query });
  const writing = startWriting(
    writers,
    channelId,
    items.map(({ id }) => id),
    createRandom(options.seed, 2).next,
  );
  const counts = await injectFaults(fleet, options);
  options.say('all parts are back; comparing');
  const pending = await writing.stop();
  for (const url of [...fleet.urls, ...fleet.places.map((place) => place.url)])
    await waitFor(`${url} serves`, isServing(url));
  const errors = [
    ...pending.map((what) => `never acknowledged: ${what}`),
    ...fleet.ended,
    ...(await checkAcknowledged(fleet, { writers, channelId, listeners })),
  ];
  if (options.history !== undefined)
    await writeHistory(
      options.history,
      await collectHistory(fleet, { writers, channelId, listeners }, before),
    );
  for (const listener of listeners) listener.stop();
  return {
    seed: options.seed,
    faults: Object.fromEntries(counts),
    acknowledged: {
      messages: sum(writers, ({ messages }) => messages.length),
      deals: sum(writers, ({ deals }) => deals.length),
      favorites: sum(writers, ({ favorites }) => favorites.size),
      files: sum(writers, ({ files }) => files.length),
      revocations: sum(writers, ({ revoked }) => revoked.length),
    },
    errors,
  };
};
