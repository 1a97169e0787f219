import { uploadPurposes, type UploadResponse } from '@izgodno/contract/uploads/multipart';
import type { UploadError } from './errors.ts';
import type { ConclusionPhase, PreparationPhase } from './phases.ts';

/** The constant facts of an upload. */
export interface UploadFacts {
  readonly id: string;
  readonly placeholderId: string;
  /** Shared by uploads that started together; the parallelism limit applies per batch. */
  readonly batchId: string;
  /** Index among the files of its message, from 0. */
  readonly index: number;
  readonly userId: string;
  /** A channel, `deals` or `profile`. */
  readonly channelId: string;
  /** The client id of the message. */
  readonly messageId: string;
  readonly fileName: string;
  /** Bytes. */
  readonly fileSize: number;
  readonly mimeType: string;
  /** Bytes. */
  readonly chunkSize: number;
  /** Whether it can be paused and resumes after an interruption. */
  readonly resumable: boolean;
}

/** The number of bytes sent at a point in time. */
export interface Sample {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly bytes: number;
}

/** The step of an upload in status `uploading`. */
export type Step =
  | { readonly kind: 'preparing'; readonly phase: PreparationPhase }
  | {
      readonly kind: 'sending';
      readonly sentBytes: number;
      /** Latest last; enough to compute the speed. */
      readonly samples: readonly Sample[];
    }
  /** Everything is sent; the server's response is pending. */
  | {
      readonly kind: 'verifying';
      readonly phase: 'chunk_verifying' | 'stitching' | 'combining';
    }
  | {
      readonly kind: 'concluding';
      readonly phase: ConclusionPhase;
      readonly response: UploadResponse;
    };

interface Of<Status extends string> {
  readonly facts: UploadFacts;
  readonly status: Status;
}

interface QueuedUpload extends Of<'queued'> {
  /**
   * Whether it resumes after an interruption: the phases before the request are not shown again.
   */
  readonly prepared: boolean;
  /** Bytes that the server already has, as far as known. */
  readonly confirmedBytes: number;
}

/** What an interrupted upload waits for before it continues automatically. */
export type WaitsFor = 'network' | 'server' | 'room';

export interface ActiveUpload extends Of<'uploading'> {
  readonly step: Step;
  readonly waitsFor: WaitsFor | null;
}

/** Paused by the user; only resumable uploads. */
interface PausedUpload extends Of<'paused'> {
  readonly confirmedBytes: number;
}

export interface CompletedUpload extends Of<'completed'> {
  readonly response: UploadResponse;
  /** Epoch milliseconds. */
  readonly completedAt: number;
}

export interface FailedUpload extends Of<'error'> {
  readonly error: UploadError;
  readonly sentBytes: number;
}

export interface CancelledUpload extends Of<'cancelled'> {
  readonly sentBytes: number;
}

export type Upload =
  | QueuedUpload
  | ActiveUpload
  | PausedUpload
  | CompletedUpload
  | FailedUpload
  | CancelledUpload;
export type UploadStatus = Upload['status'];

/** Bytes that were sent, or that the server already has. */
export const sentBytes = (upload: Upload): number => {
  switch (upload.status) {
    case 'queued':
    case 'paused':
      return upload.confirmedBytes;
    case 'uploading':
      return upload.step.kind === 'preparing'
        ? 0
        : upload.step.kind === 'sending'
          ? upload.step.sentBytes
          : upload.facts.fileSize;
    case 'completed':
      return upload.facts.fileSize;
    case 'error':
    case 'cancelled':
      return upload.sentBytes;
  }
};

/** Whether the upload has ended and does not continue automatically. */
export const isSettled = (
  upload: Upload,
): upload is CompletedUpload | FailedUpload | CancelledUpload =>
  upload.status === 'completed' || upload.status === 'error' || upload.status === 'cancelled';

/** Whether the server rejected it, so that sending it again automatically would fail again. */
export const isRejected = (upload: Upload): boolean =>
  upload.status === 'error' &&
  (upload.error.kind === 'refused' || upload.error.kind === 'server-rejected');

/** Whether the file belongs to a message rather than to a post or profile. */
export const isForMessage = ({ channelId }: UploadFacts): boolean =>
  !uploadPurposes.some((purpose) => purpose === channelId);
