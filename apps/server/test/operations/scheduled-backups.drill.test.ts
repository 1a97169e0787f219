import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scheduleBackups } from '#app/scheduled-backups.ts';
import { readConfiguration } from '#config/configuration.ts';
import { locationInFolder } from '#platform/backup/backup-location.ts';
import { openBackup } from '#platform/backup/read-backup.ts';
import { createLogger } from '#platform/logger.ts';
import type { BackupFiles } from '#platform/backup/write-backup.ts';
import { unmountBelow } from '../../../../scripts/remove-left-over.ts';
import { createImmediateJobs } from '../immediate-jobs.ts';
import { canMount, mountSmallDisk } from '../small-disk.ts';
import { useTestDatabase } from '../test-database.ts';

const database = useTestDatabase();
let folder: string;
let now: number;
/** Whether the store of files can be read. */
let isReadable: boolean;
/** Called when the store of files is read. */
let onRead: () => Promise<void>;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'izgodno-backups-'));
  now = Date.parse('2026-11-22T03:07:00Z');
  isReadable = true;
  onRead = async () => {};
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const files: BackupFiles = {
  async *keys() {
    yield 'one.txt';
  },
  read: async () => {
    await onRead();
    if (!isReadable) throw new Error('The store is away.');
    return Readable.from([Buffer.from('one')]);
  },
  write: () => Promise.reject(new Error('Nothing is restored here.')),
};

const start = () => {
  const jobs = createImmediateJobs();
  const backups = scheduleBackups({
    settings: readConfiguration({
      BACKUP_TO: folder,
      BACKUP_KEEP: '2',
      BACKUP_PASSPHRASE: 'a long passphrase',
    }),
    connectionString: database.current.connectionString,
    files,
    jobs,
    clock: { now: () => now },
    logger: createLogger('silent'),
    onClose: () => {},
  });
  if (backups === null) throw new Error('No backups are scheduled.');
  return { backups, jobs, write: () => jobs.fire('backup.write'), stop: () => jobs.stop() };
};

test('the newest backups are kept, and each can be opened', async () => {
  const { backups, write } = start();
  expect(await backups.health()).toMatchObject({ status: 'degraded' });
  for (let day = 0; day < 3; day += 1) {
    await write();
    now += 86_400_000;
  }
  expect((await readdir(folder)).toSorted()).toEqual([
    'izgodno-2026-11-23T03-07-00Z',
    'izgodno-2026-11-24T03-07-00Z',
  ]);
  const { manifest } = await openBackup(
    locationInFolder(path.join(folder, 'izgodno-2026-11-24T03-07-00Z')),
    'a long passphrase',
  );
  expect(manifest.files).toBe(1);
  expect(await backups.health()).toEqual({
    status: 'healthy',
    detail: 'The newest backup, restored on trial, is of 2026-11-24T03:07:00.000Z.',
  });
  expect(await backups.age()).toBe(86_400);
  now += 86_400_001;
  expect(await backups.health()).toMatchObject({ status: 'degraded' });
});

test('a backup of a clock that was ahead neither counts before its time nor costs another one', async () => {
  const { backups, write } = start();
  const ahead = ['izgodno-2027-11-22T03-07-00Z', 'izgodno-2027-11-23T03-07-00Z'];
  for (const name of ahead) {
    await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, name, 'manifest.json'), '{}');
  }
  expect(await backups.health()).toMatchObject({ status: 'degraded' });
  await write();
  expect((await readdir(folder)).toSorted()).toEqual(['izgodno-2026-11-22T03-07-00Z', ...ahead]);
  now += 3 * 86_400_000;
  expect(await backups.health()).toMatchObject({ status: 'degraded' });
});

test('administrators see the complete backups, and start one', async () => {
  const { backups } = start();
  await mkdir(path.join(folder, 'izgodno-2026-11-21T03-07-00Z.unfinished'));
  expect(await backups.list()).toEqual([]);
  await backups.start();
  expect(await backups.list()).toEqual([{ name: 'izgodno-2026-11-22T03-07-00Z', time: now }]);
  expect(backups.schedule).toEqual({
    target: folder,
    every: 'day',
    keep: 2,
    isEncrypted: true,
  });
});

test('no backup begins while another process writes one', async () => {
  const { pool } = database.current;
  const other = await pool.connect();
  try {
    await other.query(`SELECT pg_advisory_lock(hashtextextended('backup', 0))`);
    await start().write();
    expect(await readdir(folder)).toEqual([]);
  } finally {
    other.release(true);
  }
});

test('a backup that is asked for while one is written is not made', async () => {
  const { backups, jobs, write } = start();
  onRead = () => backups.start();
  await write();
  expect(jobs.groups).toEqual([]);
  now += 60_000;
  await backups.start();
  expect(jobs.groups).toHaveLength(1);
});

test('a failed backup leaves nothing, and removes none', async () => {
  const { write } = start();
  await write();
  now += 60_000;
  isReadable = false;
  await expect(write()).rejects.toThrow('The store is away.');
  expect(await readdir(folder)).toEqual(['izgodno-2026-11-22T03-07-00Z']);
});

test('a stop ends a backup, which leaves nothing', async () => {
  const { write, stop } = start();
  onRead = stop;
  await expect(write()).rejects.toThrow('The test has ended.');
  expect(await readdir(folder)).toEqual([]);
});

test('a full disk fails a backup, which leaves nothing, and the next one succeeds', async ({
  skip,
}) => {
  if (!(await canMount())) {
    process.stderr.write(
      '\nSKIPPED: a backup to a full disk. It takes the right to mount one.\n\n',
    );
    skip();
  }
  // More than what is left to the database.
  const disk = await mountSmallDisk(folder, 288);
  try {
    const { write } = start();
    await disk.fill();
    await expect(write()).rejects.toThrow('has no room for the backup');
    expect(await readdir(folder)).toEqual(['ballast']);
    await disk.free();
    await write();
    expect(await readdir(folder)).toEqual(['izgodno-2026-11-22T03-07-00Z']);
  } finally {
    await unmountBelow(folder);
  }
});

test('a backup whose rows the database rejects is not kept', async () => {
  const { pool } = database.current;
  // Rows of before the constraint do not fulfil it, as those of a damaged table do not.
  await pool.query(`INSERT INTO sources (id, name, source_group) VALUES ('bad', 'Bad', 'other')`);
  const { write } = start();
  await write();
  now += 60_000;
  await pool.query(`ALTER TABLE sources ADD CONSTRAINT trial CHECK (id <> 'bad') NOT VALID`);
  try {
    await expect(write()).rejects.toThrow(/violates check constraint "trial"/);
    expect(await readdir(folder)).toEqual(['izgodno-2026-11-22T03-07-00Z']);
    expect(await pool.query(`SELECT FROM sources WHERE id = 'bad'`)).toMatchObject({ rowCount: 1 });
  } finally {
    await pool.query('ALTER TABLE sources DROP CONSTRAINT trial');
  }
});

test('what a killed process left is removed first, other files are not', async () => {
  await mkdir(path.join(folder, 'izgodno-2026-11-21T03-07-00Z.unfinished'));
  await writeFile(path.join(folder, 'notes.txt'), '');
  const { write } = start();
  isReadable = false;
  await expect(write()).rejects.toThrow('The store is away.');
  expect(await readdir(folder)).toEqual(['notes.txt']);
  isReadable = true;
  await write();
  expect((await readdir(folder)).toSorted()).toEqual(['izgodno-2026-11-22T03-07-00Z', 'notes.txt']);
});

test('without a backup its age is that of the process, so that the alert still fires', async () => {
  const { backups } = start();
  now += 86_400_000;
  expect(await backups.age()).toBe(86_400);
  // A disk that is no longer mounted.
  await rm(folder, { recursive: true });
  now += 86_400_000;
  expect(await backups.age()).toBe(2 * 86_400);
});
