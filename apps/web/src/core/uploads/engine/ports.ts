import type { UploadConfig } from '@izgodno/contract/uploads/calls';
import type { UploadAnswer, Voice } from '@izgodno/contract/uploads/multipart';
import type { UploadFault } from './faults.ts';
import type { UploadFacts } from './upload.ts';

export type Stop = () => void;

export interface UploadClock {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => Stop;
}

/** A file with what it is sent under. */
export interface Payload {
  readonly facts: UploadFacts;
  readonly file: Blob;
  readonly voice: Voice | null;
  /** Where the server awaits the rest, once that is known (resumable uploads). */
  readonly resumeUrl: string | null;
}

export interface TransmissionReports {
  readonly onProgress: (sentBytes: number) => void;
  /** Where to go on after a break; to be kept. */
  readonly onResumeUrl: (url: string) => void;
  /** Everything has arrived; what the server does now. */
  readonly onServerWorking: (phase: 'stitching' | 'combining') => void;
}

/** A transmission that came to nothing. */
export class TransmissionError extends Error {
  override readonly name = 'TransmissionError';
  readonly fault: UploadFault;

  constructor(fault: UploadFault) {
    super(fault.kind);
    this.fault = fault;
  }
}

/** One way of sending a file. A resumable one waits by itself while the network is away. */
export interface Transport {
  /** Throws `TransmissionError`, or the signal's reason. */
  readonly send: (
    payload: Payload,
    reports: TransmissionReports,
    signal: AbortSignal,
  ) => Promise<UploadAnswer>;
  /** Lets the server forget what it has of an unfinished upload. Nothing waits for it. */
  readonly abandon: (payload: Payload) => void;
}

/** The messages that files belong to. */
export interface UploadMessages {
  /** The id that the server gave to a message of this page, once it has. */
  readonly serverIdOf: (messageId: string) => string | null;
  /** Puts addresses into the places that the message keeps for files, in their order. */
  readonly updateFiles: (serverId: string, fileUrls: readonly string[]) => Promise<void>;
}

/** An upload as it is kept for the time after a reload. */
export interface KeptUpload extends Payload {
  readonly confirmedBytes: number;
  readonly paused: boolean;
  /** Of an upload that is complete, while its message does not have it yet. */
  readonly answer: UploadAnswer | null;
  /** The id that the server gave to the message, once it had. */
  readonly serverMessageId: string | null;
}

/** Files that wait, kept in the browser. Whatever fails here leaves uploads working in this page. */
export interface UploadKeep {
  /** False where there is no room: the upload then lives and dies with the page. */
  readonly put: (upload: KeptUpload) => Promise<boolean>;
  readonly update: (
    id: string,
    change: Partial<
      Pick<KeptUpload, 'resumeUrl' | 'confirmedBytes' | 'paused' | 'answer' | 'serverMessageId'>
    >,
  ) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /** Those of the person that no other page works on; from now on this one does. */
  readonly claim: (userId: string) => Promise<readonly KeptUpload[]>;
}

export interface UploadPorts {
  readonly clock: UploadClock;
  /** Throws where the server cannot be asked. */
  readonly readConfig: () => Promise<Partial<UploadConfig>>;
  readonly transports: { readonly chunked: Transport; readonly resumable: Transport };
  readonly messages: UploadMessages;
  readonly keep: UploadKeep;
  /** Removes a stored file that nobody wants. Nothing waits for it. */
  readonly discard: (fileId: string) => void;
  /** Tells that the network went or came back; returns the end of listening. */
  readonly onNetwork: (listener: (online: boolean) => void) => Stop;
  /** Tells the rest of the page of a message's files whose update failed (`urls-updated`). */
  readonly announceUrls: (messageId: string, fileUrls: readonly string[]) => void;
  /** For what a person cannot act on. */
  readonly log: (message: string, cause: unknown) => void;
}
