import { sentBytes } from './machine.ts';
import type { StoredUpload, Payload, UploadPorts } from './ports.ts';
import { isForMessage, type CompletedUpload, type Upload } from './upload.ts';

export interface UploadStorage {
  /** Stores a new upload with its file, if it can be resumed. */
  readonly keepNew: (payload: Payload, serverMessageId: string | null) => void;
  readonly keepResumeUrl: (id: string, resumeUrl: string) => void;
  readonly keepPause: (upload: Upload) => void;
  /** Stores a completed upload until its message has its files, even if the page ends now. */
  readonly keepCompleted: (upload: CompletedUpload) => void;
  readonly keepServerId: (id: string, serverMessageId: string | null) => void;
  readonly letGo: (id: string) => void;
  /** Returns the uploads that earlier pages left for a user, and takes them over. */
  readonly claim: (userId: string) => Promise<readonly StoredUpload[]>;
}

/**
 * Stores what the next page needs to continue this page's uploads. Failures are only logged;
 * `onNoRoom` receives uploads that did not fit.
 */
export const createUploadStorage = (
  { keep, log }: Pick<UploadPorts, 'keep' | 'log'>,
  onNoRoom: (id: string) => void,
): UploadStorage => {
  const inBackground = (work: Promise<unknown>, message: string): void => {
    work.catch((cause: unknown) => log(message, cause));
  };
  /** Pending writes. Storing a large file takes time, and later changes wait for it. */
  const writing = new Map<string, Promise<boolean>>();
  const change = async (id: string, changed: Partial<StoredUpload>): Promise<void> => {
    await writing.get(id);
    await keep.update(id, changed);
  };
  const remove = async (id: string): Promise<void> => {
    await writing.get(id);
    await keep.remove(id);
  };
  const write = async (payload: Payload, serverMessageId: string | null): Promise<void> => {
    const { id } = payload.facts;
    const written = keep
      .put({ ...payload, confirmedBytes: 0, paused: false, answer: null, serverMessageId })
      .finally(() => writing.delete(id));
    writing.set(id, written);
    if (!(await written)) onNoRoom(id);
  };
  const letGo = (id: string): void => inBackground(remove(id), 'An upload could not be let go');

  return {
    keepNew: (payload, serverMessageId) => {
      if (!payload.facts.resumable) return;
      inBackground(write(payload, serverMessageId), 'An upload could not be kept');
    },
    keepResumeUrl: (id, resumeUrl) =>
      inBackground(change(id, { resumeUrl }), 'An upload could not be kept'),
    keepPause: (upload) =>
      inBackground(
        change(upload.facts.id, {
          paused: upload.status === 'paused',
          confirmedBytes: sentBytes(upload),
        }),
        'A pause could not be kept',
      ),
    keepCompleted: ({ facts, answer: response }) => {
      if (!isForMessage(facts)) letGo(facts.id);
      else {
        inBackground(change(facts.id, { answer: response }), 'A finished upload could not be kept');
      }
    },
    keepServerId: (id, serverMessageId) =>
      inBackground(change(id, { serverMessageId }), 'A message’s id could not be kept'),
    letGo,
    claim: (userId) =>
      keep.claim(userId).catch((cause: unknown) => {
        log('Uploads of an earlier page could not be read', cause);
        return [];
      }),
  };
};

/** Returns the initial state of an upload that an earlier page left. */
export const takenUp = (stored: StoredUpload, now: number): Upload => {
  const { facts, confirmedBytes, answer: response } = stored;
  if (response !== null) return { facts, status: 'completed', answer: response, completedAt: now };
  return stored.paused
    ? { facts, status: 'paused', confirmedBytes }
    : { facts, status: 'queued', prepared: stored.resumeUrl !== null, confirmedBytes };
};
