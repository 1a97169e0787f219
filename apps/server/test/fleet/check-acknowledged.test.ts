import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Message } from '@izgodno/contract/chat/message';
import { createDeal } from '@izgodno/contract/posts/calls';
import { readConfiguration } from '#config/configuration.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { startProduct, type RunningProduct } from '../../src/app/start-product.ts';
import { defaultChannel, readAll, startListener, type Listener } from '../chat-chaos/chatters.ts';
import { findErrors } from '../chat-chaos/run-chat-chaos.ts';
import { useTestDatabase } from '../test-database.ts';
import { signUpWriter, startWriting, type Writer } from './acknowledged.ts';
import { checkAcknowledged, type CheckedFleet, type History } from './check-acknowledged.ts';

const database = useTestDatabase();
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** Milliseconds for what is to be found. */
const SETTLE_MS = 500;
const WAIT = { timeout: 120_000, interval: 50 };

let folder: string;
let product: RunningProduct;
let history: History;
let writer: Writer;
let listener: Listener;
let stored: readonly Message[];
let pending: readonly string[];

const checkedFleet = (): CheckedFleet => ({
  places: [{ url: product.url }],
  database: {
    async query(statement, values = []) {
      const { rows }: { rows: unknown[] } = await database.current.pool.query(statement, [
        ...values,
      ]);
      return rows;
    },
  },
});

const check = (changed: Partial<Writer>) =>
  checkAcknowledged(
    checkedFleet(),
    { ...history, writers: [{ ...writer, ...changed }] },
    SETTLE_MS,
  );

const lastOf = (messages: readonly Message[]): Message => {
  const last = messages.at(-1);
  if (last === undefined) throw new Error('There are messages.');
  return last;
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'izgodno-checker-'));
  const settings = readConfiguration({
    PORT: '0',
    HOST: '127.0.0.1',
    DEMO_DATA: 'off',
    LOG_LEVEL: 'fatal',
    DATA_DIR: folder,
    DATABASE_URL: database.current.connectionString,
  });
  product = await startProduct(settings, () => {}, new AbortController().signal);
  writer = await signUpWriter(product.url, 'writer');
  const channelId = await defaultChannel(writer.account);
  listener = startListener(product.url, writer.account, channelId);
  history = { writers: [writer], channelId, listeners: [listener] };
  const body = {
    title: 'Kept',
    price: { amount: 100, currency: 'EUR' },
    category: 'books-media',
  } as const;
  const { deal } = await writer.account.api.call(createDeal, { body });
  // One of each kind at once, and a second message.
  const writing = startWriting([writer], channelId, [deal.id], () => 0);
  await vi.waitFor(() => {
    if (writer.messages.length < 2 || writer.revoked.length === 0) throw new Error('Not yet.');
  }, WAIT);
  pending = await writing.stop();
  stored = await readAll(writer.account, channelId);
});

afterAll(async () => {
  listener.stop();
  await product.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a true history has no differences', async () => {
  expect(pending).toEqual([]);
  expect(await check({})).toEqual([]);
});

const LOST_ID = createUuidV7(Date.now());

test.for<readonly [string, () => Partial<Writer>, RegExp]>([
  [
    'message',
    () => ({ messages: [...writer.messages, { ...lastOf(stored), id: LOST_ID, seq: 999 }] }),
    /was acknowledged at 999 and is not there/,
  ],
  [
    'order of messages',
    () => ({ messages: writer.messages.toReversed() }),
    /comes before what was sent earlier/,
  ],
  [
    'deal',
    () => ({ deals: [...writer.deals, { id: LOST_ID, title: 'Drill lost' }] }),
    /"Drill lost" is (stored 0 times|not found)/,
  ],
  [
    'favourite',
    () => ({ favorites: new Set([...writer.favorites, LOST_ID]) }),
    /^favourite .* of writer is gone$/,
  ],
  [
    'file',
    () => ({ files: writer.files.map((file) => ({ ...file, digest: 'other' })) }),
    /has other bytes/,
  ],
  [
    'ended session',
    () => ({ revoked: [...writer.revoked, writer.account.token] }),
    /^a revoked token of writer gets 200 /,
  ],
])('a lost or changed %s is a difference', async ([, change, difference]) => {
  const errors = await check(change());
  expect(errors.length).toBeGreaterThan(0);
  for (const error of errors) expect(error).toMatch(difference);
});

test('a listener that lacks a message is a difference', async () => {
  const deaf = { ...history, listeners: [{ held: () => stored.slice(1) }] };
  const errors = await checkAcknowledged(checkedFleet(), deaf, SETTLE_MS);
  expect(errors).toEqual([`a listener holds ${stored.length - 1} of ${stored.length}`]);
});

test('messages that are stored twice, or with a gap, are differences', () => {
  const [first, second] = stored;
  if (first === undefined || second === undefined) throw new Error('There are two messages.');
  expect(findErrors([first, { ...first, seq: 2 }], [])).toEqual([`${first.text} is there twice`]);
  expect(findErrors([second], [])).toEqual(['2 follows 0']);
});

test('what was acknowledged and is deleted from the database is a difference', async () => {
  const { id } = lastOf(writer.messages);
  await database.current.pool.query('DELETE FROM messages WHERE id = $1', [id]);
  const errors = await check({});
  expect(errors).toContainEqual(expect.stringMatching(/was acknowledged at .* and is not there/));
});
