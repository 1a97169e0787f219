import { access, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '#config/settings.ts';
import { readBucketUrl } from '#config/bucket-url.ts';
import { openBucketFolder, type BucketFolder } from '#platform/object-store/bucket-folder.ts';
import { MANIFEST_FILE } from './manifest.ts';
import { codeOf } from '#platform/code-of.ts';
import { locationInBucket, locationInFolder, type BackupLocation } from './backup-location.ts';

/** Backups of a folder or of a prefix of a bucket, by their names. */
export interface BackupCollection {
  /** The names of all entries that may be backups, whole or not. */
  names(): Promise<readonly string[]>;
  isWhole(name: string): Promise<boolean>;
  /** The location of a new backup, which is not whole before `finish`. */
  begin(name: string): Promise<BackupLocation>;
  finish(name: string): Promise<void>;
  /** Removes a backup, or what is left of one that was not finished. */
  remove(name: string): Promise<void>;
  open(name: string): BackupLocation;
  close(): void;
}

/** Of a backup that is being written, or whose process ended meanwhile. */
const UNFINISHED = '.unfinished';

const backupsInFolder = (folder: string): BackupCollection => {
  const whole = (name: string): string => path.join(folder, name);
  const unfinished = (name: string): string => whole(name) + UNFINISHED;
  const remove = async (name: string): Promise<void> => {
    for (const entry of [whole(name), unfinished(name)])
      await rm(entry, { recursive: true, force: true });
  };
  return {
    async names() {
      const entries = await readdir(folder);
      return [...new Set(entries.map((entry) => entry.replace(/\.unfinished$/, '')))];
    },
    isWhole: (name) =>
      access(path.join(whole(name), MANIFEST_FILE)).then(
        () => true,
        (error: unknown) => {
          // What cannot be read may be whole, and must not be removed.
          if (!['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) throw error;
          return false;
        },
      ),
    async begin(name) {
      await rm(unfinished(name), { recursive: true, force: true });
      return locationInFolder(unfinished(name));
    },
    finish: (name) => rename(unfinished(name), whole(name)),
    remove,
    open: (name) => locationInFolder(whole(name)),
    close: () => {},
  };
};

const renamed = (file: string): string => (file === MANIFEST_FILE ? file + UNFINISHED : file);

/** A bucket cannot rename, so the manifest of a backup that is not finished has another name. */
export const backupsInBucket = (bucket: BucketFolder, prefix: string): BackupCollection => {
  const prefixOf = (name: string): string => `${prefix}${name}/`;
  const manifestOf = (name: string): string => prefixOf(name) + MANIFEST_FILE;
  return {
    names: () => bucket.folders(prefix),
    isWhole: (name) => bucket.has(manifestOf(name)),
    async begin(name) {
      await bucket.removeAll(prefixOf(name));
      const location = locationInBucket(bucket, prefixOf(name));
      return {
        ...location,
        write: (file, content) => location.write(renamed(file), content),
        read: (file) => location.read(renamed(file)),
      };
    },
    async finish(name) {
      const location = locationInBucket(bucket, prefixOf(name));
      await location.write(MANIFEST_FILE, await location.read(renamed(MANIFEST_FILE)));
      await bucket.removeAll(manifestOf(name) + UNFINISHED);
    },
    async remove(name) {
      // First, so that a removal that breaks off leaves no backup that looks whole.
      await bucket.removeAll(manifestOf(name));
      await bucket.removeAll(prefixOf(name));
    },
    open: (name) => locationInBucket(bucket, prefixOf(name)),
    close: () => bucket.close(),
  };
};

type BackupSettings = Pick<
  Settings,
  'UPLOAD_CHUNK_SIZE' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;

const openBucketOf = (
  settings: BackupSettings,
  target: string,
): { readonly bucket: BucketFolder; readonly prefix: string } | null => {
  const url = readBucketUrl(target);
  if (url === null) return null;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error(`${target} needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`);
  const bucket = openBucketFolder({
    endpoint: settings.S3_ENDPOINT,
    region: settings.S3_REGION,
    bucket: url.bucket,
    accessKeyId,
    secretAccessKey,
    partSize: settings.UPLOAD_CHUNK_SIZE,
  });
  return { bucket, prefix: url.prefix };
};

/** Opens the backups of a folder, or of `s3://BUCKET/PREFIX`. */
export const openBackups = (settings: BackupSettings, target: string): BackupCollection => {
  const opened = openBucketOf(settings, target);
  return opened === null ? backupsInFolder(target) : backupsInBucket(opened.bucket, opened.prefix);
};

/** Opens the location of one backup: a folder, or `s3://BUCKET/PREFIX/NAME`. */
export const openLocation = (
  settings: BackupSettings,
  target: string,
): { readonly location: BackupLocation; close(): void } => {
  const opened = openBucketOf(settings, target);
  return opened === null
    ? { location: locationInFolder(target), close: () => {} }
    : {
        location: locationInBucket(opened.bucket, opened.prefix),
        close: () => opened.bucket.close(),
      };
};
