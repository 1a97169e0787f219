import { parseArgs } from 'node:util';
import { RESUMABLE_LIFETIME_MS } from '@izgodno/contract/uploads/limits';
import type { ClientBase } from 'pg';
import { readConfiguration } from '#config/configuration.ts';
import type { Settings } from '#config/settings.ts';
import { openLocation } from '#platform/backup/backup-collection.ts';
import type { BackupLocation } from '#platform/backup/backup-location.ts';
import type { BackupFiles } from '#platform/backup/write-backup.ts';
import { openDatabase } from '#platform/database/database.ts';
import { openStorage } from '#platform/object-store/open-storage.ts';
import type { Schema } from '#schema/schema.ts';
import { requireDataFolder } from '../check-start.ts';
import { reachDatabase } from '../reach-database.ts';
import { print, runCommand, UsageError } from './run-command.ts';

interface CommandContext {
  readonly connectionString: string;
  readonly client: ClientBase;
  readonly files: BackupFiles;
  readonly passphrase: string | undefined;
  readonly say: (line: string) => void;
}

/** What a command does with a backup. */
interface BackupCommand {
  readonly usage: string;
  /** Whether it fills a new database. */
  readonly creates: boolean;
  readonly work: (location: BackupLocation, context: CommandContext) => Promise<string>;
}

const workOn = async (
  connectionString: string,
  settings: Settings,
  target: string,
  work: BackupCommand['work'],
): Promise<string> => {
  const opened = openLocation(settings, target);
  const storage = await openStorage(settings, RESUMABLE_LIFETIME_MS);
  const database = openDatabase<Schema>({ connectionString, maxConnections: 1 });
  try {
    const client = await database.pool.connect();
    const context = {
      connectionString,
      client,
      files: storage.store,
      passphrase: settings.BACKUP_PASSPHRASE,
      say: print,
    };
    return await work(opened.location, context).finally(() => client.release(true));
  } finally {
    await database.close();
    storage.close();
    opened.close();
  }
};

const run = async (target: string, { creates, work }: BackupCommand): Promise<string> => {
  const settings = readConfiguration(process.env);
  // The store of files is there without a bucket.
  if (creates && settings.S3_BUCKET === undefined) await requireDataFolder(settings.DATA_DIR);
  const reached = await reachDatabase(settings, print, { creates });
  try {
    return await workOn(reached.connectionString, settings, target, work);
  } finally {
    await reached.release();
  }
};

/**
 * Runs a command whose one argument is the location of a backup: a folder or a prefix of a bucket, with
 * the database and store of the settings.
 */
export const runBackupCommand = (command: BackupCommand): Promise<void> =>
  runCommand(command.usage, async () => {
    const { positionals } = parseArgs({ allowPositionals: true });
    const [target, ...more] = positionals;
    if (target === undefined || more.length > 0) throw new UsageError();
    return run(target, command);
  });
