import { afterAll, beforeAll, expect, test } from 'vitest';
import { dealChannelId } from '@izgodno/contract/chat/deal-channel';
import type { ClientFrameType } from '@izgodno/contract/realtime/frames';
import { openPage } from './chat-app.ts';
import { callNamed, callsByName } from './contract-calls.ts';
import { exceptions, neverAccepted, withoutStatements } from './rows-of-others/exceptions.ts';
import { fillTables } from './rows-of-others/fill-tables.ts';
import { apart, writtenApart, type WrittenApart } from './rows-of-others/apart.ts';
import { faultOf, onOneLine } from './rows-of-others/judge-plan.ts';
import { laterSteps } from './rows-of-others/ordered-steps.ts';
import { makes } from './rows-of-others/makes.ts';
import { play, type World } from './rows-of-others/play.ts';
import { startPlayedApp, type PlayedApp } from './rows-of-others/played-app.ts';
import type { Step, Things } from './rows-of-others/steps.ts';
import { watchedAddress, type Explained } from './rows-of-others/watch-statements.ts';
import { useTestDatabase } from './test-database.ts';

// Finds calls and frames whose statements read rows in proportion to those of other users: each table
// gets thousands of them, and every call of the contract is made once with valid input.

const postgres = useTestDatabase();
let played: PlayedApp;
/** The tables with rows of others. */
let filled: ReadonlySet<string>;
/** The statements of each call and frame, and whether one of its requests succeeded. */
const ran = new Map<string, Explained[]>();
const accepted = new Set<string>();
/** Calls that write in several transactions. */
const parts = new Set<string>();
const apartUsed = new Set<WrittenApart>();
/** The latest rejection of each call. */
const rejections = new Map<string, string>();

const note = async (name: string, work: () => Promise<void>): Promise<void> => {
  const { statements, ...did } = await played.watched.during(work);
  const units = apart(name, did, apartUsed);
  if (units.length > 1) parts.add(`${name}: ${units.map(onOneLine).join(' | ')}`);
  ran.set(name, [...(ran.get(name) ?? []), ...statements]);
};

const make = async (world: World, [name, given, kept]: Step): Promise<void> => {
  await note(name, async () => {
    const input = given?.(world.things) ?? {};
    const { status, body } = await play(played.app, callNamed(name), world, input, kept);
    if (status === 200) accepted.add(name);
    else rejections.set(name, `${name} ${status} ${body}`);
  });
};

const framesOf = (things: Things): Readonly<Record<ClientFrameType, object>> => {
  const channelId = things('channel');
  return {
    hello: { token: things('owner-token'), resume: [{ channelId, version: 0 }] },
    token: { token: things('owner-token') },
    resume: { channels: [{ channelId, version: 1 }] },
    typing: { channelId },
    follow: { channelIds: [dealChannelId(things('deal'))] },
    watch: { userIds: [things('other')] },
    idle: { idle: true },
    ping: {},
  };
};

const sendFrames = async (url: string, things: Things): Promise<void> => {
  const page = await openPage(url);
  const pongs = (): number => page.frames.filter(({ type }) => type === 'pong').length;
  for (const [type, frame] of Object.entries(framesOf(things)))
    await note(`frame ${type}`, async () => {
      page.send({ type, ...frame });
      if (type === 'hello') await page.frame('welcome');
      const answered = pongs();
      page.send({ type: 'ping' });
      await page.frame('pong', () => pongs() > answered);
      accepted.add(`frame ${type}`);
    });
  page.socket.terminate();
};

beforeAll(async () => {
  played = await startPlayedApp(
    postgres.current,
    watchedAddress(postgres.current.connectionString),
  );
  // Some real rows of each table, of which those of others are copies.
  const before = await played.enter('before');
  for (const step of makes) await make(before, step);
  filled = await fillTables(postgres.current.database);
  ran.clear();
  accepted.clear();
  rejections.clear();

  const world = await played.enter('counted');
  for (const step of makes) await make(world, step);
  await sendFrames(played.url, world.things);
  for (const step of laterSteps) await make(world, step);
  // It makes every call of the contract, beside other tests.
}, 300_000);
afterAll(() => played.close());

/** Whether a statement is of a call or frame however fast the machine is. */
const counts = (name: string, { statement, isOfCall }: Explained): boolean =>
  (isOfCall || name.startsWith('frame ')) &&
  !/"session_tokens"|update "sessions" set "last_used_at"/.test(statement);

test('every call and frame is made with success and statements', () => {
  const all = [...ran.keys()];
  expect(all.length).toBeGreaterThan(callsByName.length);
  const rejected = all.filter((name) => !accepted.has(name));
  const unexpected = rejected.filter((name) => !(name in neverAccepted));
  expect(unexpected.flatMap((name) => rejections.get(name) ?? [])).toEqual([]);
  expect(rejected.toSorted()).toEqual(Object.keys(neverAccepted).toSorted());
  const silent = all.filter((name) => ran.get(name)?.every((found) => !counts(name, found)));
  expect(silent.filter((name) => !(name in withoutStatements))).toEqual([]);
  // What a socket does by the clock may fall into the time of any frame.
  const needed = Object.keys(withoutStatements).filter((name) => !name.startsWith('frame '));
  expect(needed.filter((name) => !silent.includes(name))).toEqual([]);
});

test('each call writes in one transaction', () => {
  expect([...parts]).toEqual([]);
  const needed = writtenApart.filter(({ bySpeed }) => bySpeed !== true);
  expect(needed.filter((exception) => !apartUsed.has(exception))).toEqual([]);
});

test('no call and no frame reads more rows because others have many', () => {
  const used = new Set<object>();
  const faults = [...ran].flatMap(([name, statements]) =>
    statements.flatMap((explained) => {
      const fault = faultOf(explained, filled);
      if (fault === null) return [];
      const statement = onOneLine(explained.statement);
      const allowed = exceptions.find(
        (exception) => exception.calls.includes(name) && statement.includes(exception.statement),
      );
      if (allowed !== undefined) used.add(allowed);
      return allowed === undefined ? [`${name}: ${fault} in: ${statement}`] : [];
    }),
  );
  expect([...new Set(faults)]).toEqual([]);
  const needed = exceptions.filter(({ byVersion }) => byVersion !== true);
  expect(needed.filter((exception) => !used.has(exception))).toEqual([]);
});
