import { UPLOAD_REPORT_MS } from '@izgodno/contract/uploads/limits';
import type { Unsubscribe } from '#shared/store.ts';
import type { UploadPorts, UploadReport } from './ports.ts';
import { percentOf } from './progress.ts';
import { isSettled, type Upload } from './upload.ts';

/** A stored message that waits for some of its files. */
export interface IncompleteMessage {
  readonly serverId: string;
  readonly uploads: readonly Upload[];
}

/**
 * While a message waits for files, shows its readers those that are over, and how far the others
 * are. Without a report they see less, so a failed one is not repeated by itself.
 */
export class UploadReports {
  readonly #ports: Pick<UploadPorts, 'clock' | 'messages' | 'log'>;
  readonly #incomplete: () => readonly IncompleteMessage[];
  /** The uploads that the messages show as over. */
  readonly #shown = new Set<string>();
  #stop: Unsubscribe | null = null;

  constructor(
    ports: Pick<UploadPorts, 'clock' | 'messages' | 'log'>,
    incomplete: () => readonly IncompleteMessage[],
  ) {
    this.#ports = ports;
    this.#incomplete = incomplete;
  }

  /** Begins to report if a message waits for files. */
  begin(): void {
    if (this.#stop === null) this.#schedule(UPLOAD_REPORT_MS);
  }

  /** Reports at once, because the next page does not know what this one has cancelled. */
  beginNow(): void {
    this.#schedule(0);
  }

  end(): void {
    this.#stop?.();
    this.#stop = null;
    this.#shown.clear();
  }

  #schedule(ms: number): void {
    if (this.#incomplete().length === 0) return;
    this.#stop?.();
    this.#stop = this.#ports.clock.after(ms, () => {
      this.#stop = null;
      for (const message of this.#incomplete()) void this.#report(message);
      this.begin();
    });
  }

  async #report({ serverId, uploads }: IncompleteMessage): Promise<void> {
    const over = uploads.filter(
      (upload) => isSettled(upload) && !this.#shown.has(shownKey(upload)),
    );
    const isMoving = uploads.some(
      (upload) => upload.status === 'uploading' && upload.waitsFor === null,
    );
    if (over.length === 0 && !isMoving) return;
    const coming = uploads.filter((upload) => !isSettled(upload));
    try {
      await this.#ports.messages.reportUploads(serverId, [...over, ...coming].map(reportOf));
      for (const upload of over) this.#shown.add(shownKey(upload));
    } catch (cause) {
      this.#ports.log('The progress of uploads could not be reported', cause);
    }
  }
}

/** A failed upload may still be completed by a retry. */
const shownKey = ({ facts, status }: Upload): string => `${facts.id} ${status}`;

const reportOf = (upload: Upload): UploadReport => ({
  placeholderId: upload.facts.placeholderId,
  progress: percentOf(upload),
  ...(upload.status === 'completed' && { fileUrl: upload.response.fileUrl }),
  ...((upload.status === 'cancelled' || upload.status === 'error') && { failed: true as const }),
});
