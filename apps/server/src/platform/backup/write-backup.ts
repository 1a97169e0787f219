import { createHash, randomBytes } from 'node:crypto';
import { pipeline, Readable, Transform, type Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { to } from 'pg-copy-streams';
import type { ObjectStore } from '#platform/object-store/object-store.ts';
import { createCipher, noCipher, SALT_BYTES, type BackupCipher } from './encryption.ts';
import { readMigrations, readSequences, readTables, type Table } from './tables.ts';
import {
  BACKUP_FORMAT,
  BackupError,
  FILE_LIST,
  MANIFEST_FILE,
  tableFile,
  type ListedFile,
  type Manifest,
  type SealedManifest,
  filePath,
} from './manifest.ts';
import type { BackupLocation } from './backup-location.ts';

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

/** The last of streams through which content passes; it fails with any of them. */
const through = (content: Readable, ...streams: readonly Duplex[]): Readable =>
  streams.reduce<Readable>((from, to) => pipeline(from, to, () => {}), content);

const writeTable = async (
  client: ClientBase,
  location: BackupLocation,
  cipher: BackupCipher,
  { name, columns }: Table,
): Promise<Manifest['tables'][number]> => {
  const list = columns.map((column) => `"${column}"`).join(', ');
  const { rows, bytes, result } = meter();
  // A SELECT, because COPY of a partitioned or distributed table by name gives nothing.
  const content = client.query(to(`COPY (SELECT ${list} FROM "${name}") TO STDOUT`));
  const gzip = createGzip({ level: GZIP_LEVEL });
  const file = tableFile(name);
  await location.write(file, through(content, rows, gzip, cipher.seal(file), bytes));
  const { rows: count, sha256 } = result();
  return { name, columns: [...columns], rows: count, sha256 };
};

/** The parts of the store that a backup needs. */
export type BackupFiles = Pick<ObjectStore, 'keys' | 'read' | 'write'>;

/** Counts the rows of files, of which each has at least one object. */
export type CountFiles = (client: ClientBase) => Promise<number>;

/** Writes one stored file. Null if it was removed meanwhile. */
const writeFileOf = async (
  files: BackupFiles,
  location: BackupLocation,
  cipher: BackupCipher,
  key: string,
): Promise<ListedFile | null> => {
  const content = await files.read(key);
  if (content === null) return null;
  const file = filePath(key);
  const { bytes, result } = meter();
  await location.write(file, through(content, cipher.seal(file), bytes));
  const { size, sha256 } = result();
  return { key, size, sha256 };
};

/** Writes the stored files and their list. Returns their number and the digest of the list. */
const writeFiles = async (
  files: BackupFiles,
  location: BackupLocation,
  cipher: BackupCipher,
): Promise<Required<Pick<Manifest, 'files' | 'fileList'>>> => {
  let count = 0;
  const lines = async function* (): AsyncGenerator<string> {
    for await (const key of files.keys()) {
      const listed = await writeFileOf(files, location, cipher, key);
      if (listed === null) continue;
      count += 1;
      yield `${JSON.stringify(listed)}\n`;
    }
  };
  const { bytes, result } = meter();
  const list = Readable.from(lines(), { objectMode: false });
  await location.write(FILE_LIST, through(list, cipher.seal(FILE_LIST), bytes));
  return { files: count, fileList: result().sha256 };
};

/**
 * Throws if most files are missing, as while their volume is not mounted: such backups would replace the
 * good ones. A few that were lost must not end all backups.
 */
const requireFiles = (objects: number, files: number): void => {
  if (objects * 2 < files)
    throw new BackupError(
      `The store has ${objects} objects, and the database ${files} files. Check that the folder or volume of files is mounted, and that the settings name the right store.`,
    );
};

/** The content of `manifest.json`: sealed if the backup is. */
const encodeManifest = async (
  manifest: Manifest,
  cipher: BackupCipher,
  salt: Buffer | null,
): Promise<string> => {
  const content = `${JSON.stringify(manifest, null, 2)}\n`;
  if (salt === null) return content;
  const sealed = await buffer(
    Readable.from([Buffer.from(content)]).pipe(cipher.seal(MANIFEST_FILE)),
  );
  return `${JSON.stringify({
    format: BACKUP_FORMAT,
    encryption: { algorithm: 'scrypt-aes-256-gcm', salt: salt.toString('base64') },
    sealed: sealed.toString('base64'),
  } satisfies SealedManifest)}\n`;
};

export interface BackupOptions {
  /** A connection for the backup only. */
  readonly client: ClientBase;
  /** Where nothing is yet. */
  readonly location: BackupLocation;
  readonly files: BackupFiles;
  readonly countFiles: CountFiles;
  /** Encrypts the backup. */
  readonly passphrase: string | undefined;
  readonly now: Date;
  readonly onProgress: (line: string) => void;
}

/**
 * Writes all tables from one snapshot, and their files, while the product keeps running. Pending
 * jobs are left out, because they are created again. If it fails, nothing is left at the location.
 *
 * @throws BackupError if something is at the location already, or most files are missing
 */
export const writeBackup = async (options: BackupOptions): Promise<Manifest> => {
  const { location } = options;
  await location.create();
  try {
    return await writeInto(options);
  } catch (error) {
    await location.remove();
    throw error;
  }
};

const writeInto = async (options: BackupOptions): Promise<Manifest> => {
  const { client, location, files, countFiles, passphrase, now, onProgress } = options;
  const salt = passphrase === undefined ? null : randomBytes(SALT_BYTES);
  const cipher =
    passphrase === undefined || salt === null ? noCipher : await createCipher(passphrase, salt);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const migrations = await readMigrations(client);
  const tables: Manifest['tables'] = [];
  for (const table of await readTables(client)) {
    const written = await writeTable(client, location, cipher, table);
    onProgress(`${table.name}: ${written.rows} rows`);
    tables.push(written);
  }
  const named = await countFiles(client);
  // Sequences have no snapshots; read last, they are past every number in the tables.
  const sequences = await readSequences(client);
  await client.query('COMMIT');
  // After the tables, because every file of a row existed when the rows were read.
  const written = await writeFiles(files, location, cipher);
  onProgress(`${written.files} files`);
  requireFiles(written.files, named);
  const manifest: Manifest = {
    format: BACKUP_FORMAT,
    createdAt: now.toISOString(),
    migrations: [...migrations],
    tables,
    sequences: { ...sequences },
    ...written,
  };
  const content = await encodeManifest(manifest, cipher, salt);
  await location.write(MANIFEST_FILE, Readable.from([Buffer.from(content)]));
  return manifest;
};
