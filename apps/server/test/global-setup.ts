import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/embedded-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL in which tests create databases of their own. */
    readonly postgresUrl: string;
  }
}

/** One PostgreSQL for all test files: TEST_DATABASE_URL, or an embedded one for the run. */
export const setup = async (project: TestProject): Promise<(() => Promise<void>) | undefined> => {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined) {
    project.provide('postgresUrl', given);
    return undefined;
  }
  const directory = await mkdtemp(path.join(tmpdir(), 'izgodno-test-'));
  const postgres = await startEmbeddedPostgres({
    directory,
    // Nothing here outlives the run, so nothing need reach the disk.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
    },
  });
  project.provide('postgresUrl', postgres.adminConnectionString);
  return async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
};
