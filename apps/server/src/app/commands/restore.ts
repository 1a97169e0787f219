import { openBackup, readBackup } from '#platform/backup/read-backup.ts';
import { migrate } from '#platform/database/migrate.ts';
import { requireNew } from '#schema/require-new.ts';
import { runBackupCommand } from './backup-command.ts';

await runBackupCommand({
  usage: 'Usage: npm run restore -- FOLDER|s3://BUCKET/PREFIX',
  creates: true,
  work: async (location, context) => {
    const { connectionString, client, files, passphrase, say } = context;
    const backup = await openBackup(location, passphrase);
    const { manifest } = backup;
    // To the backup's schema, and from there to the present one.
    await migrate(connectionString, { only: manifest.migrations });
    await readBackup({ client, backup, files, requireNew, onProgress: say });
    await migrate(connectionString);
    return `Restored the backup of ${manifest.createdAt}.`;
  },
});
