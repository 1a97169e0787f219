import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { to } from 'pg-copy-streams';
import type { ObjectStore } from '#platform/object-store/object-store.ts';
import { readMigrations, readSequences, readTables, type Table } from './tables.ts';
import {
  BACKUP_FORMAT,
  BackupError,
  FILE_LIST,
  FILE_MODE,
  FOLDER_MODE,
  MANIFEST_FILE,
  tableFile,
  type ListedFile,
  type Manifest,
  filePath,
} from './manifest.ts';

const NEWLINE = 0x0a;
/**
 * The fastest level, because higher ones would make the backup wait for the processor, not the
 * database.
 */
const GZIP_LEVEL = 1;

/** Passes bytes through and measures them. */
const meter = () => {
  const hash = createHash('sha256');
  let lines = 0;
  let size = 0;
  return {
    // One line per row, because newlines within a value are escaped.
    rows: new Transform({
      transform(chunk: Buffer, _encoding, done) {
        for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) {
          lines += 1;
        }
        done(null, chunk);
      },
    }),
    bytes: new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        size += chunk.length;
        done(null, chunk);
      },
    }),
    result: () => ({ rows: lines, size, sha256: hash.digest('hex') }),
  };
};

const writeTable = async (
  client: ClientBase,
  folder: string,
  { name, columns }: Table,
): Promise<Manifest['tables'][number]> => {
  const list = columns.map((column) => `"${column}"`).join(', ');
  const { rows, bytes, result } = meter();
  await pipeline(
    // A SELECT, because COPY of a partitioned or distributed table by name gives nothing.
    client.query(to(`COPY (SELECT ${list} FROM "${name}") TO STDOUT`)),
    rows,
    createGzip({ level: GZIP_LEVEL }),
    bytes,
    createWriteStream(path.join(folder, tableFile(name)), { mode: FILE_MODE }),
  );
  const { rows: count, sha256 } = result();
  return { name, columns: [...columns], rows: count, sha256 };
};

/** The parts of the store that a backup needs. */
export type BackupFiles = Pick<ObjectStore, 'keys' | 'read' | 'write'>;

/** Writes the stored files and their list. Returns their number and the digest of the list. */
const writeFiles = async (
  files: BackupFiles,
  folder: string,
): Promise<Required<Pick<Manifest, 'files' | 'fileList'>>> => {
  let count = 0;
  const digest = createHash('sha256');
  const list = await open(path.join(folder, FILE_LIST), 'wx', FILE_MODE);
  try {
    for await (const key of files.keys()) {
      const content = await files.read(key);
      if (content === null) continue;
      const target = path.join(folder, filePath(key));
      await mkdir(path.dirname(target), { recursive: true, mode: FOLDER_MODE });
      const { bytes, result } = meter();
      await pipeline(content, bytes, createWriteStream(target, { mode: FILE_MODE }));
      const { size, sha256 } = result();
      const line = `${JSON.stringify({ key, size, sha256 } satisfies ListedFile)}\n`;
      digest.update(line);
      await list.write(line);
      count += 1;
    }
  } finally {
    await list.close();
  }
  return { files: count, fileList: digest.digest('hex') };
};

export interface BackupOptions {
  /** A connection for the backup only. */
  readonly client: ClientBase;
  /** A folder that does not exist yet. */
  readonly folder: string;
  readonly files: BackupFiles;
  readonly now: Date;
  readonly onProgress: (line: string) => void;
}

/**
 * Writes all tables from one snapshot, and their files, while the product keeps running. Pending
 * jobs are left out, because they are created again.
 *
 * @throws BackupError if the folder exists
 */
export const writeBackup = async (options: BackupOptions): Promise<Manifest> => {
  const { client, folder, files, now, onProgress } = options;
  try {
    await mkdir(folder, { mode: FOLDER_MODE });
  } catch (error) {
    throw new BackupError(`${folder} exists or cannot be made; name a new folder.`, {
      cause: error,
    });
  }
  await mkdir(path.join(folder, 'tables'), { mode: FOLDER_MODE });
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const migrations = await readMigrations(client);
  const tables: Manifest['tables'] = [];
  for (const table of await readTables(client)) {
    const written = await writeTable(client, folder, table);
    onProgress(`${table.name}: ${written.rows} rows`);
    tables.push(written);
  }
  // Sequences have no snapshots; read last, they are past every number in the tables.
  const sequences = await readSequences(client);
  await client.query('COMMIT');
  // After the tables, because every file of a row existed when the rows were read.
  const written = await writeFiles(files, folder);
  onProgress(`${written.files} files`);
  const manifest: Manifest = {
    format: BACKUP_FORMAT,
    createdAt: now.toISOString(),
    migrations: [...migrations],
    tables,
    sequences: { ...sequences },
    ...written,
  };
  const content = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeFile(path.join(folder, MANIFEST_FILE), content, { mode: FILE_MODE });
  return manifest;
};
