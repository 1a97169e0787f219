import type { UploadErrorType } from '@izgodno/contract/uploads/multipart';
import {
  checklist,
  phasePercent,
  uploadPercent,
  type ChecklistPhase,
  type Phase,
} from './phases.ts';
import { sentBytes, type Upload, type UploadStatus } from './upload.ts';

/** The phase of an upload in the specification's terms. */
export const phaseOf = (upload: Upload): Phase | 'failed' | 'cancelled' => {
  switch (upload.status) {
    case 'queued':
      return 'queued';
    case 'paused':
      return 'uploading';
    case 'uploading':
      return upload.step.kind === 'sending' ? 'uploading' : upload.step.phase;
    case 'completed':
      return 'completed';
    case 'error':
      return 'failed';
    case 'cancelled':
      return 'cancelled';
  }
};

const percentOfBytes = (upload: Upload): number => {
  const { fileSize } = upload.facts;
  const sent = sentBytes(upload);
  return sent === 0 ? 0 : uploadPercent((100 * sent) / fileSize);
};

/** The percentage shown for an upload, 0 to 100. */
export const percentOf = (upload: Upload): number => {
  const phase = phaseOf(upload);
  if (phase === 'failed' || phase === 'cancelled') return Math.floor(percentOfBytes(upload));
  if (upload.status === 'queued') return Math.floor(percentOfBytes(upload));
  return phase === 'uploading'
    ? Math.max(phasePercent.uploading, Math.floor(percentOfBytes(upload)))
    : phasePercent[phase];
};

/** The error type of a failed upload (specification, section 8). */
export const errorTypeOf = (upload: Upload): UploadErrorType | null => {
  if (upload.status === 'cancelled') return 'upload_cancelled';
  if (upload.status !== 'error') return null;
  return upload.error.kind === 'server-rejected' ? 'file_too_large' : 'upload_error';
};

/** Bytes per second in the last moments; null before there are enough samples. */
export const speedOf = (upload: Upload): number | null => {
  if (upload.status !== 'uploading' || upload.step.kind !== 'sending') return null;
  const [first] = upload.step.samples;
  const last = upload.step.samples.at(-1);
  if (first === undefined || last === undefined || last.at <= first.at) return null;
  return ((last.bytes - first.bytes) * 1_000) / (last.at - first.at);
};

/** Seconds until the last byte is sent, at the current speed. */
export const secondsRemaining = (upload: Upload): number | null => {
  const speed = speedOf(upload);
  return speed === null || speed <= 0
    ? null
    : Math.ceil((upload.facts.fileSize - sentBytes(upload)) / speed);
};

/** The chunk being sent, from 1, and the number of chunks. */
export const chunksOf = (upload: Upload): { readonly current: number; readonly total: number } => {
  const { fileSize, chunkSize } = upload.facts;
  const total = Math.max(1, Math.ceil(fileSize / chunkSize));
  return { current: Math.min(total, Math.floor(sentBytes(upload) / chunkSize) + 1), total };
};

export type Stats = Readonly<
  Record<'total' | 'uploading' | 'completed' | 'failed' | 'cancelled', number>
>;

const countOf = (uploads: readonly Upload[], ...statuses: readonly UploadStatus[]): number =>
  uploads.filter(({ status }) => statuses.includes(status)).length;

/**
 * The manager's counters (specification, section 3). Waiting and paused uploads count as uploading.
 */
export const statsOf = (uploads: readonly Upload[]): Stats => ({
  total: uploads.length,
  uploading: countOf(uploads, 'queued', 'uploading', 'paused'),
  completed: countOf(uploads, 'completed'),
  failed: countOf(uploads, 'error'),
  cancelled: countOf(uploads, 'cancelled'),
});

export interface Totals {
  /** Bytes. */
  readonly sent: number;
  readonly expected: number;
  /** Whole percent. */
  readonly average: number;
  readonly chunks: { readonly current: number; readonly total: number };
}

/** Sums over all uploads that are not cancelled. */
export const totalsOf = (uploads: readonly Upload[]): Totals => {
  const counted = uploads.filter(({ status }) => status !== 'cancelled');
  const sum = (value: (upload: Upload) => number): number =>
    counted.reduce((total, upload) => total + value(upload), 0);
  return {
    sent: sum(sentBytes),
    expected: sum(({ facts }) => facts.fileSize),
    average: counted.length === 0 ? 0 : Math.round(sum(percentOf) / counted.length),
    chunks: {
      current: sum((upload) => chunksOf(upload).current),
      total: sum((upload) => chunksOf(upload).total),
    },
  };
};

export type CheckState = 'done' | 'active' | 'waiting';

/** The progress of the checklist: a phase is done once the slowest active upload has passed it. */
export const checklistOf = (
  uploads: readonly Upload[],
): readonly (readonly [ChecklistPhase, string, CheckState])[] => {
  const active = uploads.filter(({ status }) => status === 'uploading' || status === 'paused');
  const slowest =
    active.length > 0
      ? Math.min(...active.map(percentOf))
      : uploads.some(({ status }) => status === 'completed')
        ? 100
        : 0;
  const reached = checklist.findLastIndex(([phase]) => phasePercent[phase] <= slowest);
  return checklist.map(([phase, label], index) => [
    phase,
    label,
    index < reached || slowest === 100 ? 'done' : index === reached ? 'active' : 'waiting',
  ]);
};
