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
 * While a message waits for files, shows its readers those that are finished, and how far the others
 * are. Without a report they see less, so a failed one is not repeated by itself.
 */
export class UploadReports {
  readonly #ports: Pick<UploadPorts, 'clock' | 'messages' | 'log'>;
  readonly #incomplete: () => readonly IncompleteMessage[];
  /** The finished uploads that the messages show, by id. */
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
    if (this.#stop !== null || this.#incomplete().length === 0) return;
    this.#stop = this.#ports.clock.after(UPLOAD_REPORT_MS, () => {
      this.#stop = null;
      for (const message of this.#incomplete()) void this.#report(message);
      this.begin();
    });
  }

  end(): void {
    this.#stop?.();
    this.#stop = null;
    this.#shown.clear();
  }

  async #report({ serverId, uploads }: IncompleteMessage): Promise<void> {
    const finished = uploads.filter(
      ({ status, facts }) => status === 'completed' && !this.#shown.has(facts.id),
    );
    const isMoving = uploads.some(
      (upload) => upload.status === 'uploading' && upload.waitsFor === null,
    );
    if (finished.length === 0 && !isMoving) return;
    const coming = uploads.filter((upload) => !isSettled(upload));
    try {
      await this.#ports.messages.reportUploads(serverId, [...finished, ...coming].map(reportOf));
      for (const { facts } of finished) this.#shown.add(facts.id);
    } catch (cause) {
      this.#ports.log('The progress of uploads could not be reported', cause);
    }
  }
}

const reportOf = (upload: Upload): UploadReport => ({
  placeholderId: upload.facts.placeholderId,
  progress: percentOf(upload),
  ...(upload.status === 'completed' ? { fileUrl: upload.response.fileUrl } : {}),
});
