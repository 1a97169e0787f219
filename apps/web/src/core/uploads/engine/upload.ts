import { uploadPurposes, type UploadAnswer } from '@izgodno/contract/uploads/multipart';
import type { UploadFault } from './faults.ts';
import type { ConclusionPhase, PreparationPhase } from './phases.ts';

/** What stays the same about an upload from its beginning to its end. */
export interface UploadFacts {
  readonly id: string;
  readonly placeholderId: string;
  /** Uploads that were begun together share it: of them only so many travel at once. */
  readonly batchId: string;
  /** Place among the files of its message, from 0. */
  readonly index: number;
  readonly userId: string;
  /** A channel, `deals` or `profile`. */
  readonly channelId: string;
  /** The message's id as its sender made it. */
  readonly messageId: string;
  readonly fileName: string;
  /** Bytes. */
  readonly fileSize: number;
  readonly mimeType: string;
  /** Bytes. */
  readonly chunkSize: number;
  /** Whether it can be paused, and goes on where it was after a break. */
  readonly resumable: boolean;
}

/** How many bytes had been sent at a time. */
export interface Sample {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly bytes: number;
}

/** What an upload in status `uploading` is at. */
export type Step =
  | { readonly kind: 'preparing'; readonly phase: PreparationPhase }
  | {
      readonly kind: 'sending';
      readonly sentBytes: number;
      /** The newest last; enough of them to tell the speed. */
      readonly samples: readonly Sample[];
    }
  /** Everything is sent, and the server's answer is outstanding. */
  | {
      readonly kind: 'verifying';
      readonly phase: 'chunk_verifying' | 'stitching' | 'combining';
    }
  | {
      readonly kind: 'concluding';
      readonly phase: ConclusionPhase;
      readonly answer: UploadAnswer;
    };

interface Of<Status extends string> {
  readonly facts: UploadFacts;
  readonly status: Status;
}

interface QueuedUpload extends Of<'queued'> {
  /** Whether it goes on after a break: the phases before the request have been shown. */
  readonly prepared: boolean;
  /** Bytes that the server has already, as far as is known. */
  readonly confirmedBytes: number;
}

export interface ActiveUpload extends Of<'uploading'> {
  readonly step: Step;
  /** The network is away: it goes on by itself. */
  readonly offline: boolean;
}

/** By a person's wish, resumable ones only. */
interface PausedUpload extends Of<'paused'> {
  readonly confirmedBytes: number;
}

export interface CompletedUpload extends Of<'completed'> {
  readonly answer: UploadAnswer;
  /** Epoch milliseconds. */
  readonly completedAt: number;
}

export interface FailedUpload extends Of<'error'> {
  readonly fault: UploadFault;
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

/** Nothing more comes of it by itself. */
export const isSettled = (
  upload: Upload,
): upload is CompletedUpload | FailedUpload | CancelledUpload =>
  upload.status === 'completed' || upload.status === 'error' || upload.status === 'cancelled';

/** The server refused it: sending it again unasked would come to the same. */
export const isRefused = (upload: Upload): boolean =>
  upload.status === 'error' &&
  (upload.fault.kind === 'refused' || upload.fault.kind === 'server-rejected');

/** Whether the file belongs to a message, and not to a post or profile. */
export const isForMessage = ({ channelId }: UploadFacts): boolean =>
  !uploadPurposes.some((purpose) => purpose === channelId);
