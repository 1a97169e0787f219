import type { ClientBase } from 'pg';
import type { BackupCollection } from './backup-collection.ts';
import { interruptible } from './backup-location.ts';
import { checkBackup, openBackup, tryTables } from './read-backup.ts';
import { writeBackup, type BackupFiles, type CountFiles } from './write-backup.ts';

const PREFIX = 'izgodno-';
const stampPattern = /^izgodno-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z$/;

/** `izgodno-2026-11-22T03-00-00Z`: sortable, and a name on every file system. */
const nameAt = (time: number): string =>
  `${PREFIX}${new Date(time).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

const timeOf = (name: string): number | null => {
  const [, day, hour, minute, second] = stampPattern.exec(name) ?? [];
  return day === undefined ? null : Date.parse(`${day}T${hour}:${minute}:${second}Z`);
};

/** The names of backups, whole or not, the newest first. */
const newestFirst = async (backups: BackupCollection): Promise<readonly string[]> =>
  (await backups.names())
    .filter((name) => timeOf(name) !== null)
    .toSorted()
    .toReversed();

export interface WholeBackup {
  readonly name: string;
  readonly time: number;
}

/** The complete backups, the newest first. */
export const listWholeBackups = async (
  backups: BackupCollection,
): Promise<readonly WholeBackup[]> => {
  const found: WholeBackup[] = [];
  for (const name of await newestFirst(backups)) {
    const time = timeOf(name);
    if (time !== null && (await backups.isWhole(name))) found.push({ name, time });
  }
  return found;
};

/**
 * The names without those of a time to come. A clock that was ahead gave these, and until their time
 * they would hide that backups fail.
 */
const untilNow = (names: readonly string[], now: number): readonly string[] =>
  names.filter((name) => (timeOf(name) ?? now) <= now);

/** The time of the newest complete backup whose time has come; null if there is none. */
export const newestBackup = async (
  backups: BackupCollection,
  now: number,
): Promise<number | null> => {
  for (const name of untilNow(await newestFirst(backups), now))
    if (await backups.isWhole(name)) return timeOf(name);
  return null;
};

export interface NextBackup {
  /** A connection for the backup only. */
  readonly client: ClientBase;
  readonly backups: BackupCollection;
  readonly files: BackupFiles;
  readonly countFiles: CountFiles;
  readonly passphrase: string | undefined;
  /** The number of backups to keep. */
  readonly keep: number;
  readonly now: number;
  /** Aborted if the backup is no longer wanted, as at a stop; nothing of it is kept. */
  readonly signal: AbortSignal;
}

/**
 * Adds a backup to others. Reads it back and restores its rows on trial before older ones are
 * removed, so that the last good one is never removed for one that cannot be restored.
 */
export const addBackup = async (options: NextBackup): Promise<string> => {
  const { client, backups, files, countFiles, passphrase, keep, now, signal } = options;
  // Only one process at a time writes here, so what is not whole was left by one that was killed.
  // Its room is needed now.
  for (const found of await newestFirst(backups))
    if (!(await backups.isWhole(found))) await backups.remove(found);
  const name = nameAt(now);
  const location = interruptible(await backups.begin(name), signal);
  try {
    const written = { client, location, files, countFiles, passphrase, now: new Date(now) };
    await writeBackup({ ...written, onProgress: () => {} });
    const backup = await openBackup(location, passphrase);
    await checkBackup(backup);
    await tryTables(client, backup);
    await backups.finish(name);
  } catch (error) {
    await backups.remove(name);
    throw error;
  }
  for (const old of untilNow(await newestFirst(backups), now).slice(keep))
    await backups.remove(old);
  return name;
};
