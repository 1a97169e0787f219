import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { openBucketFolder, type BucketFolder } from '#platform/object-store/bucket-folder.ts';
import { s3ClientConfig } from '#platform/object-store/s3-store.ts';
import { countFiles } from '#schema/count-files.ts';
import { requireNew } from '#schema/require-new.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { addBackup, newestBackup } from './add-backup.ts';
import { backupsInBucket, type BackupCollection } from './backup-collection.ts';
import { openBackup, readBackup } from './read-backup.ts';
import type { BackupFiles } from './write-backup.ts';

const PART_SIZE = 5 * 1024 ** 2;
const NOON = Date.parse('2026-11-23T12:00:00Z');
const PASSPHRASE = 'a long passphrase';
const server = inject('s3Server');

describe.skipIf(server === null)('backups in a bucket', () => {
  const original = useTestDatabase();
  const empty = useTestDatabase();
  let bucket: BucketFolder;
  let backups: BackupCollection;
  let client: Client;
  /** Longer than a part. */
  const content = randomBytes(PART_SIZE + 1);
  let isReadable: boolean;

  const filesOf = (stored: Map<string, Buffer>): BackupFiles => ({
    async *keys() {
      yield* stored.keys();
    },
    async read(key) {
      if (!isReadable) throw new Error('The store is away.');
      return Readable.from([stored.get(key) ?? Buffer.of()]);
    },
    async write(key, stream) {
      const bytes = await buffer(stream);
      stored.set(key, bytes);
      return { size: bytes.length };
    },
  });
  const keysOf = async (): Promise<readonly string[]> => Array.fromAsync(bucket.keys(''));
  const add = (now: number): Promise<string> => {
    const files = filesOf(new Map([['video.webm', content]]));
    const { signal } = new AbortController();
    const options = { client, backups, files, countFiles, passphrase: PASSPHRASE };
    return addBackup({ ...options, keep: 2, now, signal });
  };

  beforeEach(async () => {
    if (server === null) throw new Error('These tests are skipped.');
    const name = `backups-${randomBytes(6).toString('hex')}`;
    const location = { ...server, region: 'us-east-1', bucket: name };
    const maker = new S3Client(s3ClientConfig(location));
    await maker.send(new CreateBucketCommand({ Bucket: name }));
    maker.destroy();
    bucket = openBucketFolder({ ...location, partSize: PART_SIZE });
    backups = backupsInBucket(bucket, 'site/');
    client = new Client({ connectionString: original.current.connectionString });
    await client.connect();
    isReadable = true;
  });
  afterEach(async () => {
    await client.end();
    backups.close();
  });

  test('the newest are kept, each on its own, and what a killed process left is removed', async () => {
    await bucket.write('site/izgodno-2026-11-20T12-00-00Z/x', Readable.from([Buffer.from('left')]));
    await bucket.write('site/notes.txt', Readable.from([Buffer.from('mine')]));
    for (let hour = 0; hour < 3; hour += 1) await add(NOON + hour * 3_600_000);
    expect((await backups.names()).toSorted()).toEqual([
      'izgodno-2026-11-23T13-00-00Z',
      'izgodno-2026-11-23T14-00-00Z',
    ]);
    expect(await newestBackup(backups, NOON + 7_200_000)).toBe(NOON + 7_200_000);
    expect(await keysOf()).toContain('site/notes.txt');
    expect((await keysOf()).filter((key) => key.includes('unfinished'))).toEqual([]);
  });

  test('one that fails leaves nothing, and removes none', async () => {
    const name = await add(NOON);
    isReadable = false;
    await expect(add(NOON + 3_600_000)).rejects.toThrow('The store is away.');
    expect(await backups.names()).toEqual([name]);
    expect(await newestBackup(backups, NOON + 7_200_000)).toBe(NOON);
  });

  test('one that is not finished is not the newest', async () => {
    await add(NOON);
    const begun = await backups.begin('izgodno-2026-11-23T13-00-00Z');
    await begun.write('manifest.json', Readable.from([Buffer.from('{}')]));
    expect(await newestBackup(backups, NOON + 7_200_000)).toBe(NOON);
    expect(await backups.isWhole('izgodno-2026-11-23T13-00-00Z')).toBe(false);
  });

  test('one is restored into an empty database and store, and a missing object is noticed', async () => {
    const location = backups.open(await add(NOON));
    const backup = await openBackup(location, PASSPHRASE);
    const restored = new Map<string, Buffer>();
    const into = new Client({ connectionString: empty.current.connectionString });
    await into.connect();
    const restore = () =>
      readBackup({
        client: into,
        backup,
        files: filesOf(restored),
        requireNew,
        onProgress: () => {},
      });
    await restore();
    expect(restored.get('video.webm')?.equals(content)).toBe(true);
    await bucket.removeAll('site/izgodno-2026-11-23T12-00-00Z/tables/deals');
    await expect(restore()).rejects.toThrow('tables/deals.copy.gz cannot be read.');
    await into.end();
  });
});
