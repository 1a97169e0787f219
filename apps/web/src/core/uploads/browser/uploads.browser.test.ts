import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { followUser } from '#core/session/browser/use-session.ts';
import type { StoredUpload } from '#core/uploads/engine/ports.ts';
import type * as PageEngine from './page-engine.ts';
import { holdStorage } from '#shared/testing/hold-storage.ts';
import { openUploadDatabase } from './upload-database.ts';

type FollowUser = Parameters<typeof followUser>;

const world = vi.hoisted(() => ({
  signIn: (_userId: string): void => undefined,
  signOut: (_isLeaving: boolean): void => undefined,
  loads: 0,
  isUnreachable: false,
  respondConfig: (): Promise<void> => Promise.resolve(),
}));

vi.mock('#core/session/browser/use-session.ts', () => ({
  followUser: (...[begin, end]: FollowUser) =>
    Object.assign(world, { signIn: begin, signOut: end }),
}));

vi.mock('#core/api/api.ts', async (original) => ({
  ...(await original<object>()),
  api: {
    call: async () => {
      await world.respondConfig();
      return { config: { maxFileSize: 1_000, maxFiles: 3, chunkSize: 100, requestTimeout: 1_000 } };
    },
  },
}));

// A browser loads a module once, so its use counts as loading it.
vi.mock('./page-engine.ts', async (original) => {
  const { createPageEngine, ...rest } = await original<typeof PageEngine>();
  return {
    ...rest,
    createPageEngine: (...given: Parameters<typeof createPageEngine>) => {
      world.loads += 1;
      if (world.isUnreachable) throw new TypeError('Failed to fetch');
      return createPageEngine(...given);
    },
  };
});

const { uploads } = await import('./uploads.ts');

const stored = (id: string, userId: string): StoredUpload => ({
  facts: {
    id,
    placeholderId: id,
    batchId: 'batch',
    index: 0,
    userId,
    channelId: 'channel',
    messageId: 'm',
    fileName: 'a.txt',
    fileSize: 5,
    mimeType: 'text/plain',
    chunkSize: 100,
    resumable: true,
  },
  file: new Blob(['hello'], { type: 'text/plain' }),
  voice: null,
  resumeUrl: null,
  confirmedBytes: 0,
  paused: true,
  answer: null,
  serverMessageId: null,
});

/** An earlier page left an upload of the user, who paused it. */
const leaveUpload = async (userId: string): Promise<string> => {
  const id = crypto.randomUUID();
  const database = await openUploadDatabase();
  const { file, ...entry } = stored(id, userId);
  await database.put('uploads', { ...entry, id });
  await database.put('files', file ?? new Blob(), id);
  database.close();
  return id;
};

const storedIds = async (): Promise<readonly string[]> => {
  const database = await openUploadDatabase();
  const ids = await database.getAllKeys('uploads');
  database.close();
  return ids;
};

const batch = (userId: string) => ({
  userId,
  channelId: 'channel',
  messageId: crypto.randomUUID(),
  files: [{ name: 'b.txt', file: new Blob(['hi'], { type: 'text/plain' }) }],
});

beforeEach(() => {
  world.isUnreachable = false;
  world.respondConfig = () => Promise.resolve();
});
afterEach(async () => {
  vi.useRealTimers();
  world.signOut(true);
  await vi.waitUntil(async () => (await storedIds()).length === 0);
});

test('a page without uploads does not load the engine', async () => {
  world.signIn('user');
  await expect.poll(() => uploads.state.get().config.kind).toBe('ready');
  expect(world.loads).toBe(0);
  expect(uploads.fileOf('any')).toBeNull();
  const act = vi.fn<() => void>();
  uploads.act(act);
  world.isUnreachable = true;
  await expect(uploads.engine()).rejects.toThrow('Failed to fetch');
  // The engine that a later upload needs is not needed for it.
  expect(act).not.toHaveBeenCalled();
  expect(world.loads).toBe(1);
});

test('code that cannot be loaded is loaded later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  world.isUnreachable = true;
  const id = await leaveUpload('user');
  world.signIn('user');
  await vi.waitFor(() => expect(world.loads).toBe(2), { timeout: 30_000 });
  await expect(uploads.engine()).rejects.toThrow('Failed to fetch');
  world.isUnreachable = false;
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  await expect.poll(() => uploads.state.get().uploads.map(({ facts }) => facts.id)).toEqual([id]);
});

test('an upload waits for the limits', async () => {
  const known = Promise.withResolvers<void>();
  world.respondConfig = () => known.promise;
  world.signIn('user');
  const begun = uploads.engine().then((engine) => engine.add(batch('user')));
  expect(uploads.state.get().config.kind).toBe('loading');
  known.resolve();
  expect((await begun)?.map(({ facts }) => facts.fileName)).toEqual(['b.txt']);
  expect(await uploads.engine()).toBe(await uploads.engine());
});

test('a page continues what an earlier one left for this user', async () => {
  const id = await leaveUpload('user');
  await leaveUpload('another');
  world.signIn('user');
  const acted = vi.fn<(size: number | undefined) => void>();
  uploads.act((engine) => acted(engine.fileOf(id)?.size));
  await expect.poll(() => acted.mock.calls).toEqual([[5]]);
  expect(uploads.state.get().uploads.map(({ facts }) => facts.id)).toEqual([id]);
  world.signOut(true);
  world.signIn('another');
});

test('signing out erases what was stored, even before it is taken over', async () => {
  await leaveUpload('user');
  world.signIn('user');
  world.signOut(true);
  await expect.poll(storedIds).toEqual([]);
  expect(uploads.state.get().uploads).toEqual([]);
  await expect(uploads.engine()).rejects.toThrow('Nobody is signed in');
});

test('an expired session keeps it', async () => {
  const id = await leaveUpload('user');
  world.signIn('user');
  await expect.poll(() => uploads.state.get().uploads).toHaveLength(1);
  world.signOut(false);
  expect(uploads.state.get().uploads).toEqual([]);
  expect(await storedIds()).toEqual([id]);
  world.signIn('user');
});

test('new uploads do not wait for storage that another page holds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const id = await leaveUpload('user');
  const letGo = await holdStorage('izgodno-uploads', 'uploads');
  world.signIn('user');
  const begun = vi.fn<() => void>();
  void uploads.engine().then(begun);
  await vi.waitFor(
    async () => {
      await vi.advanceTimersByTimeAsync(5_000);
      expect(begun).toHaveBeenCalled();
    },
    { timeout: 30_000 },
  );
  await letGo();
  vi.useRealTimers();
  // What an earlier page left is taken up once it can be read.
  await expect.poll(() => uploads.state.get().uploads.map(({ facts }) => facts.id)).toEqual([id]);
});
