import type { ClientBase } from 'pg';
import { BackupError } from '#platform/backup/manifest.ts';

/** Throws if the database is in use. Migrations insert rows, but no accounts and no deals. */
export const requireNew = async (client: ClientBase): Promise<void> => {
  const { rows } = await client.query(
    'SELECT FROM (SELECT FROM users UNION ALL SELECT FROM deals) AS held LIMIT 1',
  );
  if (rows.length > 0) {
    throw new BackupError('The database holds accounts or deals; restore goes into a new one.');
  }
};
