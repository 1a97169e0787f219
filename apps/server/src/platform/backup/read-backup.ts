import { createHash } from 'node:crypto';
import { createReadStream, type Dirent } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { from } from 'pg-copy-streams';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { readMigrations } from './tables.ts';
import {
  BackupError,
  FILE_LIST,
  filePath,
  listedFileSchema,
  MANIFEST_FILE,
  manifestSchema,
  tableFile,
  type Manifest,
} from './manifest.ts';
import type { BackupFiles } from './write-backup.ts';

/**
 * Reads a backup's manifest.
 *
 * @throws BackupError for a folder without a complete backup
 */
export const readManifest = async (folder: string): Promise<Manifest> => {
  try {
    const content: unknown = JSON.parse(await readFile(path.join(folder, MANIFEST_FILE), 'utf8'));
    return expectShape(manifestSchema, content);
  } catch (error) {
    throw new BackupError(`${folder} holds no whole backup that this version can read.`, {
      cause: error,
    });
  }
};

/** @throws BackupError if the file of the backup is missing or was changed */
const checkFile = async (folder: string, file: string, sha256: string): Promise<void> => {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path.join(folder, file))) hash.update(chunk);
  } catch (error) {
    throw new BackupError(`${file} cannot be read.`, { cause: error });
  }
  if (hash.digest('hex') !== sha256) throw new BackupError(`${file} is not as it was written.`);
};

const storedFiles = async (folder: string): Promise<readonly Dirent[]> => {
  const root = path.join(folder, 'files');
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile());
};

const checkStoredFiles = async (folder: string, { files, fileList }: Manifest): Promise<void> => {
  const { length } = await storedFiles(folder);
  if (length !== files) throw new BackupError(`The backup has ${length} stored files of ${files}.`);
  if (fileList === undefined) return;
  await checkFile(folder, FILE_LIST, fileList);
  for await (const line of createInterface({
    input: createReadStream(path.join(folder, FILE_LIST)),
  })) {
    const { key, sha256 } = expectShape(listedFileSchema, JSON.parse(line));
    await checkFile(folder, filePath(key), sha256);
  }
};

const fillTable = async (
  client: ClientBase,
  folder: string,
  { name, columns, rows }: Manifest['tables'][number],
): Promise<void> => {
  const list = columns.map((column) => `"${column}"`).join(', ');
  const copy = client.query(from(`COPY "${name}" (${list}) FROM STDIN`));
  await pipeline(createReadStream(path.join(folder, tableFile(name))), createGunzip(), copy);
  if (copy.rowCount !== rows) {
    throw new BackupError(`${name}: ${copy.rowCount} rows arrived of ${rows}.`);
  }
};

const fillTables = async (
  client: ClientBase,
  folder: string,
  { tables, sequences }: Manifest,
  onProgress: (line: string) => void,
): Promise<void> => {
  await client.query('BEGIN');
  try {
    // Migrations insert rows into some tables; the backup has them, possibly changed.
    const names = tables.map(({ name }) => `"${name}"`).join(', ');
    await client.query(`TRUNCATE ${names}`);
    for (const table of tables) {
      await fillTable(client, folder, table);
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

const putBackFiles = async (files: BackupFiles, folder: string): Promise<void> => {
  for (const { name, parentPath } of await storedFiles(folder))
    await files.write(name, createReadStream(path.join(parentPath, name)));
};

export interface RestoreOptions {
  /** Migrated to the manifest's version, and otherwise new. */
  readonly client: ClientBase;
  readonly folder: string;
  readonly manifest: Manifest;
  readonly files: BackupFiles;
  /** Throws if the database is in use. */
  readonly requireNew: (client: ClientBase) => Promise<void>;
  readonly onProgress: (line: string) => void;
}

/**
 * Fills a new database and store from a backup: all rows in one transaction, then the files.
 *
 * @throws BackupError if the database is in use or the backup is damaged; nothing is changed then
 */
export const readBackup = async (options: RestoreOptions): Promise<void> => {
  const { client, folder, manifest, files, onProgress } = options;
  const migrations = await readMigrations(client);
  if (migrations.join() !== manifest.migrations.join()) {
    throw new BackupError(
      'The backup was made by a version of the product with other migrations. Restore it with that version or a newer one.',
    );
  }
  await options.requireNew(client);
  for (const { name, sha256 } of manifest.tables) await checkFile(folder, tableFile(name), sha256);
  await checkStoredFiles(folder, manifest);
  await fillTables(client, folder, manifest, onProgress);
  await putBackFiles(files, folder);
  onProgress(`${manifest.files} files`);
};
