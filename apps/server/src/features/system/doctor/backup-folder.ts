import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { isBucketUrl } from '#config/bucket-url.ts';
import type { Settings } from '#config/settings.ts';
import { wrong, type Result } from './check.ts';

const MEND = [
  'Create it and give it to the account of the product. Under systemd, ReadWritePaths must name it too (“Back up and restore” in docs/operations.md).',
  'Създайте я и я дайте на потребителя, с който работи сайтът. Под systemd тя трябва да е посочена и в ReadWritePaths („Back up and restore“ в docs/operations.md).',
] as const;

/**
 * Examines the folder of BACKUP_TO as this process may use it. Returns null if it can be written, or
 * if backups are written to a bucket or not at all.
 */
export const examineBackupFolder = async ({
  BACKUP_TO: folder,
}: Pick<Settings, 'BACKUP_TO'>): Promise<Result | null> => {
  if (folder === undefined || isBucketUrl(folder)) return null;
  const exists = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const isWritable = await access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (exists && isWritable) return null;
  return wrong(
    'error',
    exists
      ? [
          `The folder ${folder} of BACKUP_TO cannot be written.`,
          `В папката ${folder} от BACKUP_TO не може да се пише.`,
        ]
      : [
          `The folder ${folder} of BACKUP_TO does not exist.`,
          `Папката ${folder} от BACKUP_TO не съществува.`,
        ],
    MEND,
  );
};
