import type { UploadResponse, Voice } from '@izgodno/contract/uploads/multipart';
import type { Unsubscribe } from '#shared/store.ts';
import type { UploadError } from './errors.ts';
import type { UploadFacts, WaitsFor } from './upload.ts';

export interface UploadClock {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => Unsubscribe;
}

/** A file and its upload fields. */
export interface Payload {
  readonly facts: UploadFacts;
  readonly file: Blob;
  readonly voice: Voice | null;
  /** The URL to resume at, once it is known (resumable uploads). */
  readonly resumeUrl: string | null;
}

export interface TransmissionReports {
  readonly onProgress: (sentBytes: number) => void;
  /** The transmission continues by itself once it has what it waits for. */
  readonly onInterrupted: (waitsFor: WaitsFor) => void;
  /** Called with the URL to resume at after an interruption. */
  readonly onResumeUrl: (url: string) => void;
  /** All bytes have arrived; the server processes the file. */
  readonly onServerWorking: (phase: 'stitching' | 'combining') => void;
}

/** A failed transmission. */
export class TransmissionError extends Error {
  override readonly name = 'TransmissionError';
  readonly reason: UploadError;

  constructor(error: UploadError) {
    super(error.kind);
    this.reason = error;
  }
}

/** One way to send a file. A resumable one waits while the network is offline. */
export interface Transport {
  /** Throws `TransmissionError` or the signal's reason. */
  readonly send: (
    payload: Payload,
    reports: TransmissionReports,
    signal: AbortSignal,
  ) => Promise<UploadResponse>;
  /** Has the server erase an unfinished upload. Does not wait for the response. */
  readonly abandon: (payload: Payload) => void;
}

/** How far an upload of a message is. */
export interface UploadReport {
  readonly placeholderId: string;
  /** Percent. */
  readonly progress: number;
  /** Of a finished upload. */
  readonly fileUrl?: string;
  /** Of an upload that was cancelled or failed. */
  readonly failed?: true;
}

/** The messages that files belong to. */
export interface UploadMessages {
  /** Puts URLs into the message's attachments, in order. */
  readonly updateFiles: (serverId: string, fileUrls: readonly string[]) => Promise<void>;
  /** Shows the readers of the message which files no longer come, and the progress of others. */
  readonly reportUploads: (serverId: string, reports: readonly UploadReport[]) => Promise<void>;
}

/** An upload as it is stored for the time after a reload. */
export interface StoredUpload extends Omit<Payload, 'file'> {
  /** Null if there was no room for the file. */
  readonly file: Blob | null;
  readonly confirmedBytes: number;
  readonly paused: boolean;
  /** The response of a completed upload whose message does not have it yet. */
  readonly answer: UploadResponse | null;
  /** The server's id of the message, once it has one. */
  readonly serverMessageId: string | null;
}

/** Browser storage for waiting files. If it fails, uploads still work in this page. */
export interface UploadStore {
  /** The most bytes of waiting files that it stores, as far as is known of the browser. */
  readonly limit: () => number;
  /**
   * Returns false if there is no room for the file: the upload then ends with the page, and the next
   * one learns only that it existed.
   */
  readonly put: (upload: StoredUpload) => Promise<boolean>;
  readonly update: (
    id: string,
    change: Partial<
      Pick<StoredUpload, 'resumeUrl' | 'confirmedBytes' | 'paused' | 'answer' | 'serverMessageId'>
    >,
  ) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /** Returns the user's uploads that no other page works on, and claims them for this page. */
  readonly claim: (userId: string) => Promise<readonly StoredUpload[]>;
}

export interface UploadPorts {
  readonly clock: UploadClock;
  readonly transports: { readonly chunked: Transport; readonly resumable: Transport };
  readonly messages: UploadMessages;
  readonly keep: UploadStore;
  /** Removes a stored file that is no longer needed. Does not wait for the response. */
  readonly discard: (fileId: string) => void;
  /**
   * Calls the listener when the network goes offline or online; returns an unsubscribe function.
   */
  readonly onNetwork: (listener: (online: boolean) => void) => Unsubscribe;
  /** Announces a message's files whose update failed (`urls-updated`). */
  readonly announceUrls: (messageId: string, fileUrls: readonly string[]) => void;
  /** Logs what a user cannot act on. */
  readonly log: (message: string, cause: unknown) => void;
}
