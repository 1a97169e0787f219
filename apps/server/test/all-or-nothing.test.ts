import { afterAll, beforeAll, expect, test } from 'vitest';
import { callNamed, callsByName } from './contract-calls.ts';
import { mayBeApart } from './rows-of-others/apart.ts';
import { neverAccepted } from './rows-of-others/exceptions.ts';
import { onOneLine } from './rows-of-others/judge-plan.ts';
import { changingSteps } from './rows-of-others/ordered-steps.ts';
import { play, type World } from './rows-of-others/play.ts';
import { startPlayedApp, type PlayedApp } from './rows-of-others/played-app.ts';
import type { Step } from './rows-of-others/steps.ts';
import type { Ran } from './rows-of-others/watch-statements.ts';
import { useTestDatabase } from './test-database.ts';

// Finds calls that leave something behind when the database rejects them. In every call that changes
// something, each transaction is rejected once when it commits, and then the call is repeated.

const postgres = useTestDatabase();
let played: PlayedApp;
const faults: string[] = [];
const rejectedCalls = new Set<string>();

/** All calls write this before they begin; other tests reject it. */
const COMMON = /^(insert into "(attempts|sign_in_delays)"|.*"idempotency_keys")/;
const mayReject = (writes: readonly string[]): boolean =>
  !writes.every((text) => COMMON.test(text));

const byJob = 'A job sends the mail.';
/** Calls in which no transaction is rejected, and why. */
const neverRejected: Readonly<Record<string, string>> = {
  findPossibleDuplicates: 'It only reads.',
  forgotPassword: byJob,
  reportSearch: 'Reports are stored later, in groups.',
  reportUploads: 'It only informs others.',
  sendConfirmation: byJob,
  takeLinkImages: 'It reads another site, which tests have not.',
  updateFiles: 'The message of the step has no files.',
  visitDeal: 'Tests ask no shop whether the deal has changed.',
};

/** Calls that use up a challenge first, right or wrong, so that their user begins again. */
const beginsAgain: ReadonlySet<string> = new Set(['addPasskey', 'signInWithPasskey']);
/** A step of `login` gives a wrong password. */
const mayBeRejected: ReadonlySet<string> = new Set([...Object.keys(neverAccepted), 'login']);

interface Outcome {
  readonly status: number;
  readonly body: string;
}

/** What is wrong with the outcome of a call of which a transaction was rejected. */
const faultsOf = (name: string, { rejected, effects }: Ran, { status, body }: Outcome) => {
  const without = `without: ${rejected.map((text) => onOneLine(text).slice(0, 100)).join(' + ')}`;
  if (status === 200) return mayBeApart(name, rejected) ? [] : [`${name} succeeds ${without}`];
  const isKnown = body.includes('"code":"database_unavailable"');
  return [
    ...(isKnown ? [] : [`${name} responds ${body} ${without}`]),
    ...effects.map((effect) => `${name} has an effect (${effect}) ${without}`),
  ];
};

const make = async (world: World, [name, given, kept]: Step): Promise<void> => {
  const call = callNamed(name);
  const input = given?.(world.things) ?? {};
  const key = crypto.randomUUID();
  for (let nth = 1; ; nth += 1) {
    let outcome: Outcome = { status: 0, body: '' };
    const ran = await played.watched.during(
      async () => {
        outcome = await play(played.app, call, world, input, kept, key);
      },
      { nth: beginsAgain.has(name) && nth > 1 ? 0 : nth, mayReject },
    );
    if (ran.rejected.length === 0) {
      if (outcome.status !== 200 && !mayBeRejected.has(name))
        faults.push(`${name} cannot be repeated: ${outcome.body}`);
      return;
    }
    rejectedCalls.add(name);
    faults.push(...faultsOf(name, ran, outcome));
    if (outcome.status === 200) return;
  }
};

beforeAll(async () => {
  played = await startPlayedApp(postgres.current, postgres.current.connectionString);
  const world = await played.enter('rejected');
  for (const step of changingSteps) await make(world, step);
}, 300_000);
afterAll(() => played.close());

test('a call whose transaction is rejected has done nothing, and can be repeated', () => {
  expect(faults).toEqual([]);
});

test('a transaction of every call that changes something is rejected', () => {
  const changing = callsByName.filter(([, { method }]) => method !== 'GET');
  const missing = changing.map(([name]) => name).filter((name) => !rejectedCalls.has(name));
  const expected = [...Object.keys(neverAccepted), ...Object.keys(neverRejected)];
  expect(missing.toSorted()).toEqual(expected.toSorted());
});
