import { readConfiguration } from '#config/configuration.ts';
import { openDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import type { Database, Schema } from '#schema/schema.ts';
import { describeFailure } from '../describe-failure.ts';
import { reachDatabase } from '../reach-database.ts';

/** Prints a line that is no result: progress, or what is wrong. */
export const print = (line: string): void => void process.stderr.write(`${line}\n`);

/** Prints the result of a command, or what is wrong, with exit code 1. */
export const runCommand = async (run: () => Promise<string>): Promise<void> => {
  try {
    process.stdout.write(`${await run()}\n`);
  } catch (error) {
    print(describeFailure(error));
    process.exitCode = 1;
  }
};

/** Works with the migrated database of the settings; the product may be running. */
export const withDatabase = async <Result>(
  work: (database: Database, connectionString: string) => Promise<Result>,
): Promise<Result> => {
  const reached = await reachDatabase(readConfiguration(process.env), print);
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
