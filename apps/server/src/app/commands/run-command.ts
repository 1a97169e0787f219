import { readConfiguration } from '#config/configuration.ts';
import { openDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts';
import type { Database, Schema } from '#schema/schema.ts';
import { describeFailure } from '../describe-failure.ts';
import { reachDatabase } from '../reach-database.ts';

/** Prints a line that is no result: progress, or what is wrong. */
export const print = (line: string): void => void process.stderr.write(`${line}\n`);

/** Wrong arguments of a command. The message is empty if the usage says enough. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The message about wrong arguments, without Node's advice, which does not fit; else null. */
const argumentError = (error: unknown): string | null => {
  if (error instanceof UsageError) return error.message;
  const isOfNode =
    error instanceof TypeError &&
    'code' in error &&
    String(error.code).startsWith('ERR_PARSE_ARGS');
  return isOfNode ? error.message.replace(/(?<=')\. .*$/s, '.') : null;
};

/** What is wrong, and what to do if the database was stopped or lost during the work. */
const describe = (error: unknown): string => {
  const text = describeFailure(error);
  // An error of the system may be of a store or a feed, and names its address.
  const isOfSystem = error instanceof Error && 'syscall' in error;
  return !isOfSystem && isDatabaseUnavailable(error)
    ? `The database became unavailable: ${text}. Run this again when it is back; npm run doctor examines it.`
    : text;
};

/**
 * Prints the result of a command, or what is wrong, with exit code 1: with the usage if it is the
 * arguments. `--help` prints `help`.
 */
export const runCommand = async (
  usage: string,
  run: () => Promise<string>,
  help = usage,
): Promise<void> => {
  try {
    const isHelp = process.argv.some((argument) => argument === '--help' || argument === '-h');
    process.stdout.write(`${isHelp ? help : await run()}\n`);
  } catch (error) {
    const wrong = argumentError(error);
    print(wrong === null ? describe(error) : [wrong, usage].join('\n\n').trim());
    process.exitCode = 1;
  }
};

/** Works with the migrated database of the settings; the product may be running. */
export const withDatabase = async <Result>(
  work: (database: Database, connectionString: string) => Promise<Result>,
): Promise<Result> => {
  const reached = await reachDatabase(readConfiguration(process.env), print, { creates: false });
  const { connectionString } = reached;
  try {
    await migrate(connectionString, { say: print });
    const handle = openDatabase<Schema>({ connectionString, maxConnections: 1 });
    try {
      return await work(handle.database, connectionString);
    } finally {
      await handle.close();
    }
  } finally {
    await reached.release();
  }
};
