import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { codeOf } from '#platform/code-of.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { makeFolder } from '#platform/make-folder.ts';

/** The lock of a directory's one server, from before the start until after the stop. */
export interface DirectoryLock {
  release(): Promise<void>;
}

/** Empty and never removed, because two that lock it must open the same file. */
const LOCK_FILE = 'server.lock';
/** Names the holder for error messages only. */
const HOLDER_FILE = 'server.pid';

/** SQLite's result code SQLITE_BUSY: another connection has the lock. */
const BUSY = 5;

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === BUSY;

/**
 * SQLite's file locks, because Node has none. They work between processes and within one. The
 * kernel releases them with the process, so no lock goes stale and no reused process number
 * misleads.
 */
const lockFile = (file: string): DatabaseSync => {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // Prevents a journal next to the file, although nothing is ever written.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

const holderIn = async (directory: string): Promise<string> => {
  try {
    return `process ${await readFile(path.join(directory, HOLDER_FILE), 'utf8')}`;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'one that just starts or ends';
    throw error;
  }
};

/**
 * Locks `directory` for this server; creates it if there is none.
 *
 * @throws EmbeddedPostgresError `in-use` if another server has it, in this process or another
 */
export const lockDirectory = async (directory: string): Promise<DirectoryLock> => {
  await makeFolder(directory);
  let database: DatabaseSync;
  try {
    database = lockFile(path.join(directory, LOCK_FILE));
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new EmbeddedPostgresError(
      'in-use',
      `${directory} is in use by another server (${await holderIn(directory)}). Stop that one first, or give this one a DATA_DIR of its own.`,
    );
  }
  const holder = path.join(directory, HOLDER_FILE);
  const release = async (): Promise<void> => {
    await rm(holder, { force: true });
    database.close();
  };
  try {
    // Atomic, so that a reader never sees an empty file.
    await writeFile(`${holder}.new`, String(process.pid));
    await rename(`${holder}.new`, holder);
    return { release };
  } catch (error) {
    database.close();
    throw error;
  }
};
