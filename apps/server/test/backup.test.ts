import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Client } from 'pg';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest';
import * as z from 'zod/mini';
import { createInProcessBus } from '#platform/bus.ts';
import { readTables } from '#platform/backup/tables.ts';
import { createCipher } from '#platform/backup/encryption.ts';
import { BackupError } from '#platform/backup/manifest.ts';
import { interruptible, locationInFolder } from '#platform/backup/backup-location.ts';
import { openBackup, readBackup, tryTables } from '#platform/backup/read-backup.ts';
import { countFiles } from '#schema/count-files.ts';
import { requireNew } from '#schema/require-new.ts';
import { writeBackup, type BackupFiles } from '#platform/backup/write-backup.ts';
import { loadDemoDeals } from '#features/demo/load-demo-deals.ts';
import { withEmptyDatabase } from './empty-database.ts';
import { insertFile } from './insert-file.ts';
import { insertSignedIn } from './insert-signed-in.ts';
import { useTestDatabase } from './test-database.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const original = useTestDatabase();
const empty = useTestDatabase();
const another = useTestDatabase();
let parent: string;
let folder: string;

beforeAll(async () => {
  await loadDemoDeals({
    database: original.current.database,
    bus: createInProcessBus(),
    clock: { now: () => NOW.getTime() },
    onProgress: () => {},
  });
  await original.current.pool.query(
    String.raw`UPDATE deals SET title = E'tab\tline\nback\\slash „кавички" \\.', change_seq = nextval('deal_change_seq') WHERE id = (SELECT min(id) FROM deals)`,
  );
  // A trigger writes a row for it, too.
  const { id } = await insertSignedIn(original.current.database, 'member');
  await original.current.pool.query(
    `INSERT INTO saved_searches (id, user_id, name, query, checked_at, created_at)
     VALUES (gen_random_uuid(), $1, 'Bicycles', 'q=bicycle', now(), now())`,
    [id],
  );
});

beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'izgodno-backup-'));
  folder = path.join(parent, 'backup');
});
afterEach(() => rm(parent, { recursive: true }));

const filesOf = (content: Map<string, Buffer>): BackupFiles => ({
  async *keys() {
    yield* content.keys();
  },
  read: async (key) => {
    const found = content.get(key);
    return found === undefined ? null : Readable.from([found]);
  },
  write: async (key, stream) => {
    const bytes = await buffer(stream);
    content.set(key, bytes);
    return { size: bytes.length };
  },
});

const withClient = async <T>(
  connectionString: string,
  use: (client: Client) => Promise<T>,
): Promise<T> => {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
};

const save = (
  files: BackupFiles = filesOf(new Map()),
  passphrase?: string,
  to = folder,
  from = original.current.connectionString,
) =>
  withClient(from, (client) =>
    writeBackup({
      client,
      location: locationInFolder(to),
      files,
      countFiles,
      passphrase,
      now: NOW,
      onProgress: () => {},
    }),
  );

const restore = async (
  files: BackupFiles = filesOf(new Map()),
  passphrase?: string,
  into = empty,
): Promise<void> => {
  const backup = await openBackup(locationInFolder(folder), passphrase);
  await withClient(into.current.connectionString, (client) =>
    readBackup({ client, backup, files, requireNew, onProgress: () => {} }),
  );
};

const digestSchema = z.tuple([z.object({ rows: z.int(), digest: z.nullable(z.string()) })]);

/** The number of rows of each table, and a digest of its content. */
const contentOf = (connectionString: string) =>
  withClient(connectionString, async (client) => {
    const content: Record<string, unknown> = {};
    for (const { name, columns } of await readTables(client)) {
      const list = columns.map((column) => `"${column}"`).join(', ');
      const { rows } = await client.query(
        `SELECT count(*)::int AS rows, md5(string_agg(t::text, '|' ORDER BY t::text)) AS digest
           FROM (SELECT ${list} FROM "${name}") t`,
      );
      [content[name]] = digestSchema.parse(rows);
    }
    return content;
  });

test('a damaged backup is rejected, and changes nothing', async () => {
  const before = await contentOf(empty.current.connectionString);
  await save();
  const file = path.join(folder, 'tables/deals.copy.gz');
  const bytes = await readFile(file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  await writeFile(file, bytes);
  await expect(restore()).rejects.toThrow(/deals\.copy\.gz is not as it was written/);
  await rm(file);
  await expect(restore()).rejects.toThrow(/deals\.copy\.gz cannot be read/);
  await rm(path.join(folder, 'manifest.json'));
  await expect(restore()).rejects.toThrow(/no whole backup/);
  expect(await contentOf(empty.current.connectionString)).toEqual(before);
});

test('a changed or missing stored file is rejected before anything is restored', async () => {
  const before = await contentOf(empty.current.connectionString);
  await save(filesOf(new Map([['one.txt', Buffer.from('one')]])));
  const file = path.join(folder, 'files/xt/one.txt');
  const back = new Map<string, Buffer>();
  await writeFile(file, 'onE');
  await expect(restore(filesOf(back))).rejects.toThrow(/one\.txt is not as it was written/);
  await rm(file);
  await expect(restore(filesOf(back))).rejects.toThrow(/0 stored files of 1/);
  expect(back.size).toBe(0);
  expect(await contentOf(empty.current.connectionString)).toEqual(before);
});

test('a backup without most of the files that the database names fails, as while their volume is not mounted', async () => {
  const { database } = original.current;
  const { id: ownerId } = await insertSignedIn(database, 'member');
  const ids: string[] = [];
  for (let file = 0; file < 5; file += 1)
    ids.push(await insertFile(database, { ownerId, at: NOW.getTime() }));
  onTestFinished(async () => {
    await database.deleteFrom('files').where('id', 'in', ids).execute();
  });
  const stored = (count: number) =>
    filesOf(new Map(ids.slice(0, count).map((id) => [id, Buffer.from('one')])));
  for (const count of [0, 2])
    await expect(save(stored(count))).rejects.toThrow(
      `The store has ${count} objects, and the database 5 files`,
    );
  await expect(stat(folder)).rejects.toThrow('ENOENT');
  // A file that was lost must not end all backups.
  expect(await save(stored(4))).toMatchObject({ files: 4 });
});

test('a backup is readable by its owner only', async () => {
  await save(filesOf(new Map([['one.txt', Buffer.from('one')]])));
  const modes = new Set<string>();
  for (const entry of await readdir(parent, { recursive: true })) {
    const { mode } = await stat(path.join(parent, entry));
    modes.add((mode & 0o777).toString(8));
  }
  expect([...modes].toSorted()).toEqual(['600', '700']);
});

test('a database in use is rejected', async () => {
  await save();
  const backup = await openBackup(locationInFolder(folder), undefined);
  const client = new Client({ connectionString: original.current.connectionString });
  await client.connect();
  await expect(
    readBackup({
      client,
      backup,
      files: filesOf(new Map()),
      requireNew,
      onProgress: () => {},
    }),
  ).rejects.toThrow(/holds accounts or deals/);
  await client.end();
});

test('a trial restores every row beside the real ones, and changes nothing', async () => {
  const manifest = await save();
  const before = await contentOf(original.current.connectionString);
  const backup = await openBackup(locationInFolder(folder), undefined);
  await withClient(original.current.connectionString, async (client) => {
    await tryTables(client, backup);
    const tables = manifest.tables.map((table) => ({ ...table, rows: table.rows + 1 }));
    await expect(
      tryTables(client, { ...backup, manifest: { ...manifest, tables } }),
    ).rejects.toThrow(/rows arrived of/);
    // Nothing is left of either trial.
    await tryTables(client, backup);
  });
  expect(await contentOf(original.current.connectionString)).toEqual(before);
});

test.for(['the tables', 'a stored file'])(
  'one interrupted within %s leaves nothing',
  async (part) => {
    const stop = new AbortController();
    const interrupt = (): void => stop.abort(new Error('Stopped.'));
    const files = {
      ...filesOf(new Map([['one.txt', Buffer.from('one')]])),
      read: async () => {
        interrupt();
        // Never ends.
        return new Readable({ read: () => {} });
      },
    };
    const location = interruptible(locationInFolder(folder), stop.signal);
    const onProgress = part === 'the tables' ? interrupt : () => {};
    await withClient(original.current.connectionString, async (client) => {
      const options = {
        client,
        location,
        files,
        countFiles,
        passphrase: undefined,
        now: NOW,
        onProgress,
      };
      await expect(writeBackup(options)).rejects.toThrow('Stopped.');
    });
    expect(await readdir(parent)).toEqual([]);
  },
);

test('one leaves room on its disk to the database, and nothing of itself', async () => {
  const enough = 256 * 1024 ** 2;
  const free = [enough, enough, enough - 1];
  const location = locationInFolder(folder, async () => free.shift() ?? 0);
  await withClient(original.current.connectionString, async (client) => {
    const files = filesOf(new Map());
    const written = { client, location, files, countFiles, passphrase: undefined, now: NOW };
    await expect(writeBackup({ ...written, onProgress: () => {} })).rejects.toThrow(
      'has no room for the backup',
    );
  });
  expect(free).toEqual([]);
  expect(await readdir(parent)).toEqual([]);
});

test('a long file is written while its disk has room', async () => {
  const free = [Infinity, Infinity, 0];
  const location = locationInFolder(folder, async () => free.shift() ?? 0);
  await location.create();
  const content = Readable.from(Array.from({ length: 32 }, () => Buffer.alloc(1024 ** 2)));
  await expect(location.write('files/long', content)).rejects.toThrow('has no room');
  expect((await stat(path.join(folder, 'files/long'))).size).toBeLessThan(16 * 1024 ** 2);
});

test('an existing folder is rejected', async () => {
  await save();
  await expect(save()).rejects.toThrow(/exists/);
});

test('a database without the product is rejected', async () => {
  await withEmptyDatabase(async (url) => {
    const saved = save(undefined, undefined, folder, url);
    await expect(saved).rejects.toThrow('This is no database of the product.');
  });
  expect(await readdir(parent)).toEqual([]);
});

test('a restore that fails at its files changes no row, so that it can be repeated', async () => {
  const kept = new Map([
    ['one.txt', Buffer.from('one')],
    ['two.txt', Buffer.from('two')],
  ]);
  await save(filesOf(kept));
  const before = await contentOf(empty.current.connectionString);
  const back = new Map<string, Buffer>();
  const full = {
    ...filesOf(back),
    write: async (key: string, stream: Readable) => {
      if (back.size > 0) throw new Error('The disk is full.');
      return filesOf(back).write(key, stream);
    },
  };
  await expect(restore(full)).rejects.toThrow('The disk is full.');
  expect(await contentOf(empty.current.connectionString)).toEqual(before);
});

test('every row, number and file is restored into an empty database and store', async () => {
  const kept = new Map([
    ['one.txt', Buffer.from('one')],
    ['two.bin', Buffer.alloc(300_000, 7)],
  ]);
  const manifest = await save(filesOf(kept));
  expect(manifest.tables.find(({ name }) => name === 'deals')?.rows).toBeGreaterThan(2_000);
  const back = new Map<string, Buffer>();
  await restore(filesOf(back));
  expect(back).toEqual(kept);
  expect(await contentOf(empty.current.connectionString)).toEqual(
    await contentOf(original.current.connectionString),
  );
  const { rows: withoutEffect } = await empty.current.pool.query(
    `SELECT tgname FROM pg_trigger WHERE tgenabled = 'D'`,
  );
  expect(withoutEffect).toEqual([]);
  // New rows take numbers that no restored row has.
  const { rows } = await empty.current.pool.query(
    `SELECT nextval('deal_change_seq') > max(change_seq) AS beyond FROM deals`,
  );
  expect(rows).toEqual([{ beyond: true }]);
});

describe('an encrypted backup', () => {
  const PASSPHRASE = 'тайна фраза за архива';
  const kept = new Map([
    ['one.txt', Buffer.from('The content of one.')],
    ['two.bin', Buffer.alloc(300_000, 7)],
    ['empty', Buffer.alloc(0)],
  ]);

  // Written once, because making a key of a passphrase is slow on purpose.
  let written: string;
  beforeAll(async () => {
    written = await mkdtemp(path.join(tmpdir(), 'izgodno-encrypted-'));
    await save(filesOf(kept), PASSPHRASE, path.join(written, 'backup'));
  });
  beforeEach(() => cp(path.join(written, 'backup'), folder, { recursive: true }));
  afterAll(() => rm(written, { recursive: true }));

  test('shows nothing of its content, and is restored with its passphrase only', async () => {
    for (const file of await readdir(folder, { recursive: true })) {
      const bytes = await readFile(path.join(folder, file)).catch(() => Buffer.alloc(0));
      expect(bytes.includes('The content of one.')).toBe(false);
      // Neither compressed rows nor names of tables.
      expect(bytes.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]))).toBe(false);
      expect(bytes.includes('"tables"')).toBe(false);
    }
    await expect(restore()).rejects.toThrow('set BACKUP_PASSPHRASE');
    await expect(restore(filesOf(new Map()), 'another passphrase')).rejects.toThrow('is not that');
    const back = new Map<string, Buffer>();
    await restore(filesOf(back), PASSPHRASE, another);
    expect(back).toEqual(kept);
    expect(await contentOf(another.current.connectionString)).toEqual(
      await contentOf(original.current.connectionString),
    );
  });

  test.each(['manifest.json', 'files.jsonl', 'tables/deals.copy.gz', 'files/xt/one.txt'])(
    'with a changed byte in %s is rejected',
    async (file) => {
      const target = path.join(folder, file);
      const bytes = await readFile(target);
      const at = bytes.length - 6;
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      await writeFile(target, bytes);
      await expect(restore(filesOf(new Map()), PASSPHRASE)).rejects.toThrow(BackupError);
    },
  );

  test('does not accept one file in place of another', async () => {
    const cipher = await createCipher(PASSPHRASE, Buffer.alloc(16));
    const sealed = await buffer(Readable.from([Buffer.from('rows')]).pipe(cipher.seal('one')));
    const open = (file: string) => buffer(Readable.from([sealed]).pipe(cipher.open(file)));
    expect((await open('one')).toString()).toBe('rows');
    await expect(open('two')).rejects.toThrow('unable to authenticate');
  });
});
