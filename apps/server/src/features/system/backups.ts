import type { FastifyInstance } from 'fastify';
import type { CallOutput } from '@izgodno/contract/common/call';
import * as calls from '@izgodno/contract/system/backup-calls';
import { addCall, type CallResponse } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import { withDeadline } from '#platform/with-deadline.ts';
import type { AuditTrail } from '#features/audit/api.ts';

/** The backups that the product writes by itself. */
export interface Backups {
  readonly schedule: NonNullable<CallOutput<typeof calls.listBackups>['schedule']>;
  /** The complete ones, the newest first. */
  list(): Promise<readonly { readonly name: string; readonly time: number }[]>;
  /** Enqueues a backup. */
  start(): Promise<void>;
}

export interface BackupsOptions {
  /** Null if the settings name no place for backups. */
  readonly backups: Backups | null;
  readonly audit: AuditTrail;
}

/** Milliseconds for a list: a bucket or the disk of another machine may not respond. */
const LIST_LIMIT_MS = 10_000;

const listInTime = async (backups: Backups | null): ReturnType<Backups['list']> => {
  try {
    return backups === null ? [] : await withDeadline(backups.list(), LIST_LIMIT_MS);
  } catch (cause) {
    throw new CallError('storage_unavailable', { cause });
  }
};

/** Registers what administrators see and do of the backups. */
export const registerBackups = (app: FastifyInstance, { backups, audit }: BackupsOptions): void => {
  addCall(app, calls.listBackups, async () => ({
    schedule: backups?.schedule ?? null,
    backups: (await listInTime(backups)).map(({ name, time }) => ({
      name,
      createdAt: new Date(time).toISOString(),
    })),
  }));

  addCall(
    app,
    calls.startBackup,
    async ({ user }): Promise<CallResponse<typeof calls.startBackup>> => {
      await audit.record({
        actorId: user.id,
        action: 'backup.start',
        // The subject is the administrator, because nodes of the previous release know no kind for backups.
        subject: { kind: 'user', id: user.id },
        reason: '',
      });
      if (backups === null) return { outcome: 'unconfigured' };
      await backups.start();
      return { outcome: 'started' };
    },
  );
};
