import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { cleanUpAfterEnd } from '../../../scripts/clean-up.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/embedded-postgres.ts';
import { changeNumberTrigger } from './change-number-trigger.ts';
import { administer, withDatabase } from './with-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL in which tests create databases of their own. */
    readonly postgresUrl: string;
    /** The migrated database that they copy: a copy takes a tenth of the time of all migrations. */
    readonly templateDatabase: string;
  }
}

/** Provides a migrated database to copy; returns what removes it. */
const provideTemplate = async (project: TestProject, server: string) => {
  const name = `template_${randomBytes(6).toString('hex')}`;
  await administer(server, `CREATE DATABASE ${name}`);
  const template = withDatabase(server, name);
  await migrate(template);
  await administer(template, changeNumberTrigger);
  project.provide('postgresUrl', server);
  project.provide('templateDatabase', name);
  return () => administer(server, `DROP DATABASE ${name}`);
};

/** One PostgreSQL for all test files: TEST_DATABASE_URL, or an embedded one for the run. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined) return provideTemplate(project, given);
  const directory = await mkdtemp(path.join(tmpdir(), 'izgodno-test-'));
  // Ctrl-C ends the run without what this function returns.
  const isRemoved = cleanUpAfterEnd({ folder: directory });
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
  await provideTemplate(project, postgres.adminConnectionString);
  return async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
    isRemoved();
  };
};
