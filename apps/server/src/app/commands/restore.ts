import { readAppliedMigrations } from '#platform/backup/tables.ts';
import { readBackup, readManifest } from '#platform/backup/read-backup.ts';
import { migrate } from '#platform/database/migrate.ts';
import { requireNew } from '#schema/require-new.ts';
import { runBackupCommand } from './backup-command.ts';

await runBackupCommand('Usage: npm run restore -- FOLDER', async (folder, context) => {
  const { connectionString, client, files, say } = context;
  const manifest = await readManifest(folder);
  // To the backup's schema, and from there to the present one.
  const ahead = manifest.migrations.length - (await readAppliedMigrations(client)).length;
  if (ahead > 0) await migrate(connectionString, ahead);
  await readBackup({ client, folder, manifest, files, requireNew, onProgress: say });
  await migrate(connectionString);
  return `Restored the backup of ${manifest.createdAt}.`;
});
