import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dealChannelId } from '@izgodno/contract/chat/deal-channel';
import type { ClientFrameType } from '@izgodno/contract/realtime/frames';
import { readConfiguration } from '#config/configuration.ts';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import { openDatabase, type DatabaseHandle } from '#platform/database/database.ts';
import type { Schema } from '#schema/schema.ts';
import { buildTestApp } from './build-test-app.ts';
import { openPage } from './chat-app.ts';
import { cheapHasher } from './cheap-hasher.ts';
import { callsByName } from './contract-calls.ts';
import { aDeal, insertDeals, insertSources } from './deal-factory.ts';
import { accountChanges } from './rows-of-others/account-changes.ts';
import { changes } from './rows-of-others/changes.ts';
import { createWorld } from './rows-of-others/create-world.ts';
import { exceptions, neverAccepted, withoutStatements } from './rows-of-others/exceptions.ts';
import { fillTables } from './rows-of-others/fill-tables.ts';
import { faultOf, onOneLine } from './rows-of-others/judge-plan.ts';
import { makes } from './rows-of-others/makes.ts';
import { play, type World } from './rows-of-others/play.ts';
import { reads } from './rows-of-others/reads.ts';
import type { Step, Things } from './rows-of-others/steps.ts';
import {
  watchedAddress,
  watchStatements,
  type Explained,
  type WatchedStatements,
} from './rows-of-others/watch-statements.ts';
import { useTestDatabase } from './test-database.ts';

// Finds calls and frames whose statements read rows in proportion to those of other users: each table
// gets thousands of them, and every call of the contract is made once with valid input.

const postgres = useTestDatabase();
const calls = new Map(callsByName);
let handle: DatabaseHandle<Schema>;
let app: FastifyInstance;
let watched: WatchedStatements;
/** The tables with rows of others. */
let filled: ReadonlySet<string>;
/** The statements of each call and frame, and whether one of its requests succeeded. */
const ran = new Map<string, Explained[]>();
const accepted = new Set<string>();
/** The latest rejection of each call. */
const rejections = new Map<string, string>();

const note = async (name: string, work: () => Promise<void>): Promise<void> => {
  const statements = await watched.during(work);
  ran.set(name, [...(ran.get(name) ?? []), ...statements]);
};

const make = async (world: World, [name, given, kept]: Step): Promise<void> => {
  const call = calls.get(name);
  if (call === undefined) throw new Error(`The contract has no call "${name}".`);
  await note(name, async () => {
    const { status, body } = await play(app, call, world, given?.(world.things) ?? {}, kept);
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
  const { database, connectionString } = postgres.current;
  await insertSources(database);
  const [shopDeal] = await insertDeals(database, [
    aDeal({ link: 'https://shop.example/p/1' }),
    aDeal({ status: 'sold' }),
  ]);
  handle = openDatabase<Schema>({ connectionString: watchedAddress(connectionString) });
  watched = watchStatements(handle.pool);
  let mailed = '';
  app = await buildTestApp({
    settings: readConfiguration({ BUDGET_PER_MINUTE: '0' }),
    database: handle.database,
    pool: handle.pool,
    search: createPostgresDealSearch(handle.database),
    hasher: cheapHasher,
    mailer: {
      enabled: true,
      send: async ({ text }) => {
        mailed = /#(?:\w+=)?([\w-]{40,})/.exec(text)?.[1] ?? mailed;
      },
      verify: async () => {},
      close: () => {},
    },
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const searchId = app.cursorSeal.seal('searches', JSON.stringify(['велосипед', 'exact']));
  const enter = (run: string) => createWorld(database, { run, shopDeal, searchId }, () => mailed);
  // Some real rows of each table, of which those of others are copies.
  const before = await enter('before');
  for (const step of makes) await make(before, step);
  filled = await fillTables(database);
  ran.clear();
  accepted.clear();
  rejections.clear();

  const world = await enter('counted');
  for (const step of makes) await make(world, step);
  await sendFrames(url, world.things);
  const later = [...changes, ...accountChanges];
  const made = new Set([...makes, ...later].map(([name]) => name));
  for (const [name] of callsByName)
    if (!made.has(name))
      await make(world, reads[name] === undefined ? [name] : [name, reads[name]]);
  for (const step of later) await make(world, step);
  // It makes every call of the contract, beside other tests.
}, 300_000);
afterAll(async () => {
  await app.close();
  await handle.close();
});

test('every call and frame is made with success and statements', () => {
  const all = [...ran.keys()];
  expect(all.length).toBeGreaterThan(callsByName.length);
  const rejected = all.filter((name) => !accepted.has(name));
  const unexpected = rejected.filter((name) => !(name in neverAccepted));
  expect(unexpected.flatMap((name) => rejections.get(name) ?? [])).toEqual([]);
  expect(rejected.toSorted()).toEqual(Object.keys(neverAccepted).toSorted());
  const silent = all.filter((name) => ran.get(name)?.length === 0);
  expect(silent.toSorted()).toEqual(Object.keys(withoutStatements).toSorted());
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
