import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline as pipe, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { createGunzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { from } from 'pg-copy-streams';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { createCipher, noCipher, type BackupCipher } from './encryption.ts';
import { createSemaphore } from '../semaphore.ts';
import { readMigrations } from './tables.ts';
import {
  BackupError,
  FILE_LIST,
  filePath,
  listedFileSchema,
  MANIFEST_FILE,
  manifestSchema,
  sealedManifestSchema,
  tableFile,
  type Manifest,
  type SealedManifest,
} from './manifest.ts';
import type { BackupLocation } from './backup-location.ts';
import type { BackupFiles } from './write-backup.ts';

/** A backup that can be restored. */
export interface OpenedBackup {
  readonly location: BackupLocation;
  readonly manifest: Manifest;
  readonly cipher: BackupCipher;
}

const unseal = async (
  { encryption, sealed }: SealedManifest,
  passphrase: string | undefined,
): Promise<Omit<OpenedBackup, 'location'>> => {
  if (passphrase === undefined)
    throw new BackupError('The backup is encrypted: set BACKUP_PASSPHRASE.');
  const cipher = await createCipher(passphrase, Buffer.from(encryption.salt, 'base64'));
  const opening = cipher.open(MANIFEST_FILE);
  opening.end(Buffer.from(sealed, 'base64'));
  const content = await text(opening).catch((cause: unknown) => {
    throw new BackupError('BACKUP_PASSPHRASE is not that of the backup.', { cause });
  });
  return { manifest: expectShape(manifestSchema, JSON.parse(content)), cipher };
};

/**
 * Opens a backup by its manifest.
 *
 * @throws BackupError for a location without a complete backup, or for another passphrase
 */
export const openBackup = async (
  location: BackupLocation,
  passphrase: string | undefined,
): Promise<OpenedBackup> => {
  try {
    const content: unknown = JSON.parse(await text(await location.read(MANIFEST_FILE)));
    const read = expectShape(z.union([sealedManifestSchema, manifestSchema]), content);
    return 'sealed' in read
      ? { location, ...(await unseal(read, passphrase)) }
      : { location, manifest: read, cipher: noCipher };
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`${location.name} holds no whole backup that this version can read.`, {
      cause: error,
    });
  }
};

/** @throws BackupError if the file of the backup is missing or was changed */
const checkFile = async (location: BackupLocation, file: string, sha256: string): Promise<void> => {
  const hash = createHash('sha256');
  try {
    for await (const chunk of await location.read(file)) hash.update(chunk);
  } catch (error) {
    throw new BackupError(`${file} cannot be read.`, { cause: error });
  }
  if (hash.digest('hex') !== sha256) throw new BackupError(`${file} is not as it was written.`);
};

/** A file's content, decrypted. Its stream also fails if the file cannot be read. */
const readOpened = async (
  location: BackupLocation,
  file: string,
  cipher: BackupCipher,
): Promise<Readable> =>
  // The stream that is returned fails with its source.
  pipe(await location.read(file), cipher.open(file), () => {});

const checkStoredFiles = async ({ location, manifest, cipher }: OpenedBackup): Promise<void> => {
  const { files, fileList } = manifest;
  const { length } = await location.storedFiles();
  if (length !== files) throw new BackupError(`The backup has ${length} stored files of ${files}.`);
  if (fileList === undefined) return;
  await checkFile(location, FILE_LIST, fileList);
  const input = await readOpened(location, FILE_LIST, cipher);
  for await (const line of createInterface({ input })) {
    const { key, sha256 } = expectShape(listedFileSchema, JSON.parse(line));
    await checkFile(location, filePath(key), sha256);
  }
};

/** How many files of tables are read at the same time. */
const CHECKS = 8;

/** @throws BackupError if a file of the backup is missing or was changed */
export const checkBackup = async (backup: OpenedBackup): Promise<void> => {
  const { location, manifest } = backup;
  const checking = createSemaphore(CHECKS);
  await Promise.all(
    manifest.tables.map(({ name, sha256 }) =>
      checking.run(() => checkFile(location, tableFile(name), sha256)),
    ),
  );
  await checkStoredFiles(backup);
};

const fillTable = async (
  client: ClientBase,
  { location, cipher }: OpenedBackup,
  { name, columns, rows }: Manifest['tables'][number],
  schema: 'public' | 'pg_temp',
): Promise<void> => {
  const list = columns.map((column) => `"${column}"`).join(', ');
  // Before the COPY, which would wait for its rows if this failed.
  const content = await readOpened(location, tableFile(name), cipher);
  const copy = client.query(from(`COPY ${schema}."${name}" (${list}) FROM STDIN`));
  await pipeline(content, createGunzip(), copy);
  if (copy.rowCount !== rows) {
    throw new BackupError(`${name}: ${copy.rowCount} rows arrived of ${rows}.`);
  }
};

const fillTables = async (
  client: ClientBase,
  backup: OpenedBackup,
  onProgress: (line: string) => void,
): Promise<void> => {
  const { tables, sequences } = backup.manifest;
  await client.query('BEGIN');
  try {
    // Migrations insert rows into some tables; the backup has them, possibly changed.
    const names = tables.map(({ name }) => `"${name}"`).join(', ');
    await client.query(`TRUNCATE ${names}`);
    for (const table of tables) {
      // The backup has the rows that triggers wrote.
      await client.query(`ALTER TABLE "${table.name}" DISABLE TRIGGER USER`);
      await fillTable(client, backup, table, 'public');
      await client.query(`ALTER TABLE "${table.name}" ENABLE TRIGGER USER`);
      onProgress(`${table.name}: ${table.rows} rows`);
    }
    for (const [name, last] of Object.entries(sequences)) {
      await client.query('SELECT setval($1, $2, $3)', [`"${name}"`, last ?? 1, last !== null]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
};

/**
 * Restores the rows of a backup on trial: each table into a temporary one with the columns and
 * checks of the real one, dropped again before the next. Needs no right that an import does not need.
 *
 * @throws BackupError for other rows than were written, or PostgreSQL's error for rows it rejects
 */
export const tryTables = async (client: ClientBase, backup: OpenedBackup): Promise<void> => {
  for (const table of backup.manifest.tables) {
    await client.query('BEGIN');
    try {
      // Without indexes, which take most of the time: the rows are of one snapshot.
      await client.query(
        `CREATE TEMPORARY TABLE "${table.name}" (LIKE public."${table.name}" INCLUDING ALL EXCLUDING INDEXES)`,
      );
      await fillTable(client, backup, table, 'pg_temp');
    } finally {
      await client.query('ROLLBACK');
    }
  }
};

const putBackFiles = async (
  files: BackupFiles,
  { location, cipher }: OpenedBackup,
): Promise<void> => {
  for (const file of await location.storedFiles())
    await files.write(posix.basename(file), await readOpened(location, file, cipher));
};

export interface RestoreOptions {
  /** Migrated to the manifest's version, and otherwise new. */
  readonly client: ClientBase;
  readonly backup: OpenedBackup;
  readonly files: BackupFiles;
  /** Throws if the database is in use. */
  readonly requireNew: (client: ClientBase) => Promise<void>;
  readonly onProgress: (line: string) => void;
}

/**
 * Fills a new database and store from a backup: the files, then all rows in one transaction. What
 * fails can be repeated: files replace themselves, and without rows the database is still new.
 *
 * @throws BackupError if the database is in use or the backup is damaged; nothing is changed then
 */
export const readBackup = async (options: RestoreOptions): Promise<void> => {
  const { client, backup, files, onProgress } = options;
  const { manifest } = backup;
  const migrations = await readMigrations(client);
  // Their order may differ: each database has that in which they reached it.
  if (migrations.toSorted().join() !== manifest.migrations.toSorted().join()) {
    throw new BackupError(
      'The backup was made by a version of the product with other migrations. Restore it with that version or a newer one.',
    );
  }
  await options.requireNew(client);
  await checkBackup(backup);
  await putBackFiles(files, backup);
  onProgress(`${manifest.files} files`);
  await fillTables(client, backup, onProgress);
};
