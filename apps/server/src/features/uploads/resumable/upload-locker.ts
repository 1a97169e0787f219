import { ERRORS, type Locker } from '@tus/server';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { defineTopic, type Bus } from '#platform/bus.ts';
import type { SessionLocks } from '#platform/database/session-locks.ts';

/** How long a request waits for another one of the same upload to end, in milliseconds. */
const WAIT_LIMIT_MS = 30_000;
const RETRY_MS = 100;

/** Another request wants the upload, so the one that has it must end. */
const uploadWanted = defineTopic('uploads.wanted', z.object({ id: z.string() }));

const nameOf = (id: string): string => `upload:${id}`;

/**
 * Lets one request at a time work on an upload, across nodes. The newest wins: the one before it,
 * whose connection may be dead, is asked to end.
 */
export const createUploadLocker = (locks: SessionLocks, bus: Bus): Locker => {
  /** For each upload with a request in this process, the function that asks the request to end. */
  const holders = new Map<string, () => void>();
  bus.subscribe(uploadWanted, ({ id }) => holders.get(id)?.());

  return {
    newLock: (id) => ({
      async lock(signal, requestRelease) {
        const release = (): void => void requestRelease();
        const giveUp = AbortSignal.any([signal, AbortSignal.timeout(WAIT_LIMIT_MS)]);
        while (!(await locks.tryTake(nameOf(id), release))) {
          bus.publish(uploadWanted, { id });
          await sleep(RETRY_MS, undefined, { signal: giveUp }).catch(() => {
            throw ERRORS.ERR_LOCK_TIMEOUT;
          });
        }
        holders.set(id, release);
      },
      async unlock() {
        holders.delete(id);
        await locks.giveBack(nameOf(id));
      },
    }),
  };
};
