import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@izgodno/contract/common/durations';
import type { Settings } from '#config/settings.ts';
import { addBackup, listWholeBackups, newestBackup } from '#platform/backup/add-backup.ts';
import { openBackups } from '#platform/backup/backup-collection.ts';
import type { BackupFiles } from '#platform/backup/write-backup.ts';
import { isRecent, type Clock } from '#platform/clock.ts';
import { lockForConnection } from '#platform/database/connection-lock.ts';
import { connectingTo } from '#platform/database/hosts.ts';
import type { PartHealth } from '#platform/health.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Backups } from '#features/system/api.ts';
import { countFiles } from '#schema/count-files.ts';

const backupJob = defineJob({ name: 'backup.write', payload: z.object({}) });

const schedules = {
  hour: { cron: '7 * * * *', everyMs: HOUR_MS },
  day: { cron: '7 3 * * *', everyMs: DAY_MS },
  week: { cron: '7 3 * * 0', everyMs: 7 * DAY_MS },
} as const satisfies Record<Settings['BACKUP_EVERY'], object>;

export interface ScheduledBackupOptions {
  readonly settings: Settings;
  readonly connectionString: string;
  readonly files: BackupFiles;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly logger: Pick<FastifyBaseLogger, 'info'>;
  /** Receives what closes them. */
  readonly onClose: (close: () => Promise<void>) => void;
}

export interface ScheduledBackups extends Backups {
  /** Degraded if the newest backup is older than two intervals. */
  health(): Promise<PartHealth>;
  /** Seconds since the newest backup that is known; without one, since the start of the process. */
  age(): Promise<number>;
}

/** Only one process may write, because it removes backups that are not complete. */
const LOCK = 'backup';

/** How long the newest backup is remembered: each probe asks, and a bucket may be far away. */
const REMEMBERED_MS = MINUTE_MS;

/** A connection for one backup, which the signal ends. */
const connect = async (connectionString: string, signal: AbortSignal) => {
  const { Client, ...target } = connectingTo(connectionString);
  const client = new Client({ ...target, application_name: 'izgodno-backup' });
  // A lost connection rejects the query; without a listener it would also end the process.
  client.on('error', () => {});
  // A statement may wait for a server that does not respond.
  signal.addEventListener('abort', () => void client.end());
  await client.connect();
  return client;
};

/** Writes backups to `BACKUP_TO`, on one process at a time. Null without it. */
export const scheduleBackups = (options: ScheduledBackupOptions): ScheduledBackups | null => {
  const { settings, connectionString, files, jobs, clock, logger } = options;
  const { BACKUP_TO: target, BACKUP_KEEP: keep, BACKUP_PASSPHRASE: passphrase } = settings;
  if (target === undefined) return null;
  const backups = openBackups(settings, target);
  options.onClose(async () => backups.close());
  const startedAt = clock.now();
  let remembered: { readonly at: number; readonly time: number | null } | null = null;
  const newest = async (): Promise<number | null> => {
    if (remembered === null || !isRecent(remembered.at, clock.now(), REMEMBERED_MS))
      remembered = { time: await newestBackup(backups, clock.now()), at: clock.now() };
    return remembered.time;
  };
  let isWriting = false;
  const { cron, everyMs } = schedules[settings.BACKUP_EVERY];
  jobs.work(backupJob, async (_payload, signal) => {
    const client = await connect(connectionString, signal);
    isWriting = true;
    try {
      // The end of the connection unlocks it.
      if ((await lockForConnection(client, LOCK)) === null) {
        logger.info('another process is writing a backup');
        return;
      }
      const now = clock.now();
      const given = { backups, files, countFiles, passphrase, keep };
      const name = await addBackup({ ...given, client, now, signal });
      remembered = null;
      logger.info({ backup: name, ms: clock.now() - now }, 'backup written and restored on trial');
    } finally {
      isWriting = false;
      await client.end();
    }
  });
  jobs.schedule(backupJob, cron, {});
  return {
    schedule: {
      target,
      every: settings.BACKUP_EVERY,
      keep,
      isEncrypted: passphrase !== undefined,
    },
    list: () => listWholeBackups(backups),
    // Several clicks start one backup, because a second would replace an older one.
    async start() {
      if (!isWriting) await jobs.enqueue(backupJob, {}, { singletonKey: 'asked' });
    },
    async health() {
      const time = await newest();
      if (time === null) return { status: 'degraded', detail: 'There is no backup yet.' };
      const detail = `The newest backup, restored on trial, is of ${new Date(time).toISOString()}.`;
      return { status: clock.now() - time > 2 * everyMs ? 'degraded' : 'healthy', detail };
    },
    async age() {
      // No alert fires for NaN.
      const time = await newest().catch(() => remembered?.time);
      return (clock.now() - (time ?? startedAt)) / 1_000;
    },
  };
};
