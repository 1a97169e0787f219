import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { callNamed } from './contract-calls.ts';
import { createRandom, type Random } from './fuzz/random.ts';
import { accountChanges } from './rows-of-others/account-changes.ts';
import { changes } from './rows-of-others/changes.ts';
import { neverAccepted } from './rows-of-others/exceptions.ts';
import { changingSteps } from './rows-of-others/ordered-steps.ts';
import { makes } from './rows-of-others/makes.ts';
import { play, type World } from './rows-of-others/play.ts';
import { startPlayedApp, type PlayedApp } from './rows-of-others/played-app.ts';
import type { Step } from './rows-of-others/steps.ts';
import { useTestDatabase } from './test-database.ts';
import { findContradictions } from './twice/find-contradictions.ts';

// Makes calls at the same instant, as a double click and several devices do: each one twice with the same
// input, and then different ones about the same things, in a random order.

const postgres = useTestDatabase();
const RUNS = 2;
const AT_ONCE = 4;

let played: PlayedApp;
const failed: string[] = [];
const accepted = new Set<string>();

const make = async (world: World, [name, given, kept]: Step, times: number): Promise<void> => {
  const call = callNamed(name);
  const input = given?.(world.things) ?? {};
  const responses = await Promise.all(
    Array.from({ length: times }, () => play(played.app, call, world, input, kept)),
  );
  for (const { status, body } of responses) {
    if (status === 200) accepted.add(name);
    if (status >= 500) failed.push(`${name} ${status} ${body}`);
  }
};

const makeEachTwice = async (world: World): Promise<void> => {
  for (const step of changingSteps) {
    await make(world, step, callNamed(step[0]).method === 'GET' ? 1 : 2);
  }
};

const mixed = (steps: readonly Step[], { next }: Random): readonly Step[] =>
  steps
    .map((step) => ({ step, place: next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ step }) => step);

const makeManyAtOnce = async (world: World, seed: number): Promise<void> => {
  for (const step of makes) await make(world, step, 1);
  const random = createRandom(seed);
  // What ends accounts comes last, because the calls of ended sessions change nothing.
  const steps = [...mixed(changes, random), ...mixed(accountChanges, random)];
  for (let start = 0; start < steps.length; start += AT_ONCE)
    await Promise.all(steps.slice(start, start + AT_ONCE).map((step) => make(world, step, 1)));
};

beforeAll(async () => {
  played = await startPlayedApp(postgres.current, postgres.current.connectionString);
  for (let run = 1; run <= RUNS; run += 1) {
    await makeEachTwice(await played.enter(`twice-${run}`));
    await makeManyAtOnce(await played.enter(`mixed-${run}`), run);
  }
  // PostgreSQL counts the deadlocks of a connection when it ends.
  await played.close();
});

test('no call fails, and one of both succeeds', () => {
  expect(failed).toEqual([]);
  const names = new Set(changingSteps.map(([name]) => name));
  const rejected = [...names].filter((name) => !accepted.has(name) && !(name in neverAccepted));
  expect(rejected).toEqual([]);
});

test('no transactions deadlock', async () => {
  const { rows } = await sql`
    SELECT deadlocks::integer FROM pg_stat_database
     WHERE datname = current_database()`.execute(postgres.current.database);
  expect(expectShape(z.array(z.object({ deadlocks: z.int() })), rows)).toEqual([{ deadlocks: 0 }]);
});

test('every count equals its rows, and no row contradicts another', async () => {
  expect(await findContradictions(postgres.current.database)).toEqual([]);
});
