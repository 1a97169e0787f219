import type { StoredUpload, Payload, UploadPorts } from './ports.ts';
import { isForMessage, sentBytes, type CompletedUpload, type Upload } from './upload.ts';

/** Stores what the next page needs to continue this page's uploads. Failures are only logged. */
export class UploadStorage {
  readonly #ports: Pick<UploadPorts, 'keep' | 'log'>;
  readonly #onNoRoom: (id: string) => void;
  /** Pending writes. Storing a large file takes time, and later changes wait for it. */
  readonly #writing = new Map<string, Promise<boolean>>();

  /** `onNoRoom` receives uploads that did not fit. */
  constructor(ports: Pick<UploadPorts, 'keep' | 'log'>, onNoRoom: (id: string) => void) {
    this.#ports = ports;
    this.#onNoRoom = onNoRoom;
  }

  /** Stores a new upload with its file: the next page resumes it, or sends it again. */
  keepNew(payload: Payload, serverMessageId: string | null): void {
    this.#inBackground(this.#write(payload, serverMessageId), 'An upload could not be kept');
  }

  keepResumeUrl(id: string, resumeUrl: string): void {
    this.#change(id, { resumeUrl }, 'An upload could not be kept');
  }

  keepPause(upload: Upload): void {
    const isPaused = upload.status === 'paused';
    const changed = { paused: isPaused, confirmedBytes: sentBytes(upload) };
    this.#change(upload.facts.id, changed, 'A pause could not be kept');
  }

  /** Stores a completed upload until its message has its files, even if the page ends now. */
  keepCompleted({ facts, response: answer }: CompletedUpload): void {
    if (!isForMessage(facts)) this.letGo(facts.id);
    else this.#change(facts.id, { answer }, 'A finished upload could not be kept');
  }

  keepServerId(id: string, serverMessageId: string | null): void {
    this.#change(id, { serverMessageId }, 'A message’s id could not be kept');
  }

  letGo(id: string): void {
    const remove = async (): Promise<void> => {
      await this.#writing.get(id);
      await this.#ports.keep.remove(id);
    };
    this.#inBackground(remove(), 'An upload could not be let go');
  }

  /** Returns the uploads that earlier pages left for a user, and takes them over. */
  claim(userId: string): Promise<readonly StoredUpload[]> {
    return this.#ports.keep.claim(userId).catch((cause: unknown) => {
      this.#ports.log('Uploads of an earlier page could not be read', cause);
      return [];
    });
  }

  #inBackground(work: Promise<unknown>, message: string): void {
    work.catch((cause: unknown) => this.#ports.log(message, cause));
  }

  #change(id: string, changed: Partial<StoredUpload>, failure: string): void {
    const update = async (): Promise<void> => {
      await this.#writing.get(id);
      await this.#ports.keep.update(id, changed);
    };
    this.#inBackground(update(), failure);
  }

  async #write(payload: Payload, serverMessageId: string | null): Promise<void> {
    const { id } = payload.facts;
    const written = this.#ports.keep
      .put({ ...payload, confirmedBytes: 0, paused: false, answer: null, serverMessageId })
      .finally(() => this.#writing.delete(id));
    this.#writing.set(id, written);
    if (!(await written)) this.#onNoRoom(id);
  }
}

/** Returns the initial state of an upload that an earlier page left. */
export const takenUp = (stored: StoredUpload, now: number): Upload => {
  const { facts, confirmedBytes, answer: response } = stored;
  if (response !== null) return { facts, status: 'completed', response, completedAt: now };
  if (stored.file === null)
    return { facts, status: 'error', error: { kind: 'file-unavailable' }, sentBytes: 0 };
  return stored.paused
    ? { facts, status: 'paused', confirmedBytes }
    : { facts, status: 'queued', prepared: stored.resumeUrl !== null, confirmedBytes };
};
