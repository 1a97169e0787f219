import { interruptible } from '#platform/backup/backup-location.ts';
import { writeBackup } from '#platform/backup/write-backup.ts';
import { countFiles } from '#schema/count-files.ts';
import { onInterrupt } from '../on-interrupt.ts';
import { runBackupCommand } from './backup-command.ts';

const interrupted = new AbortController();
onInterrupt((signal) => interrupted.abort(new Error(`Stopped by ${signal}.`)));

await runBackupCommand({
  usage: 'Usage: npm run backup -- FOLDER|s3://BUCKET/PREFIX',
  creates: false,
  work: async (location, { client, files, passphrase, say }) => {
    const manifest = await writeBackup({
      client,
      location: interruptible(location, interrupted.signal),
      files,
      countFiles,
      passphrase,
      now: new Date(),
      onProgress: say,
    });
    const rows = manifest.tables.reduce((total, table) => total + table.rows, 0);
    return `Backed up ${rows} rows and ${manifest.files} files into ${location.name}.`;
  },
});
