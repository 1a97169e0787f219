import path from 'node:path';
import { readConfiguration } from '#config/configuration.ts';
import { stopLeftPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';

/** Stops the embedded PostgreSQL of a dead server, but not one of another server. */
export const stopWhatIsLeft = async (): Promise<void> => {
  const settings = readConfiguration(process.env);
  if (settings.DATABASE_URL !== undefined) return;
  await stopLeftPostgres(path.join(settings.DATA_DIR, 'postgres'));
};
