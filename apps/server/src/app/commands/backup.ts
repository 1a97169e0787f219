import { writeBackup } from '#platform/backup/write-backup.ts';
import { runBackupCommand } from './backup-command.ts';

await runBackupCommand(
  'Usage: npm run backup -- FOLDER|s3://BUCKET/PREFIX',
  async (place, { client, files, passphrase, say }) => {
    const manifest = await writeBackup({
      client,
      place,
      files,
      passphrase,
      now: new Date(),
      onProgress: say,
    });
    const rows = manifest.tables.reduce((total, table) => total + table.rows, 0);
    return `Backed up ${rows} rows and ${manifest.files} files into ${place.name}.`;
  },
);
