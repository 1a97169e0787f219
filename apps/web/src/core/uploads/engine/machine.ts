import type { UploadResponse } from '@izgodno/contract/uploads/multipart';
import type { UploadError } from './errors.ts';
import { conclusion, preparation } from './phases.ts';
import { SPEED_WINDOW_MS } from './timings.ts';
import {
  sentBytes,
  type ActiveUpload,
  type Sample,
  type Step,
  type Upload,
  type WaitsFor,
} from './upload.ts';

export type UploadEvent =
  /** The scheduler starts the upload. */
  | { readonly kind: 'started' }
  /** The minimum duration of the current phase is over. */
  | { readonly kind: 'phase-over' }
  | { readonly kind: 'progressed'; readonly sentBytes: number }
  /** For a while, no more bytes were sent. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'server-working'; readonly phase: 'stitching' | 'combining' }
  | { readonly kind: 'answered'; readonly response: UploadResponse }
  | { readonly kind: 'failed'; readonly error: UploadError }
  | { readonly kind: 'network'; readonly waitsFor: WaitsFor | null }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'resumed' }
  | { readonly kind: 'retried' };

/** Work that an event requests from outside the machine. */
export type UploadEffect =
  /** Ends in `phase-over`. Ends with the upload's status. */
  | { readonly kind: 'show-phase'; readonly ms: number }
  /** Ends in `silent` if there is no progress for so long. Ends with the upload's status. */
  | { readonly kind: 'watch'; readonly ms: number }
  /** Ends in `answered` or `failed`. */
  | { readonly kind: 'transmit' }
  /** Pauses the transmission. */
  | { readonly kind: 'halt' }
  /** Ends the transmission for good: the server may erase what it has. */
  | { readonly kind: 'abandon' }
  /** The file is stored but no longer needed. */
  | { readonly kind: 'discard'; readonly response: UploadResponse };

export interface UploadMoment {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whether each phase is shown for its duration; otherwise phases pass at once. */
  readonly paced: boolean;
}

export interface UploadStep {
  readonly upload: Upload;
  readonly effects: readonly UploadEffect[];
}

const stay = (upload: Upload): UploadStep => ({ upload, effects: [] });

const shown = (paced: boolean, ms: number): UploadEffect => ({
  kind: 'show-phase',
  ms: paced ? ms : 0,
});

const at = (upload: ActiveUpload, step: Step, ...effects: readonly UploadEffect[]): UploadStep => ({
  upload: { ...upload, step },
  effects,
});

const sending = (sentBytes: number, samples: readonly Sample[]): Step => ({
  kind: 'sending',
  sentBytes,
  samples,
});

const nextPhase = (upload: ActiveUpload, { now, paced }: UploadMoment): UploadStep => {
  const { step } = upload;
  if (step.kind === 'preparing') {
    const next = preparation[preparation.findIndex(([phase]) => phase === step.phase) + 1];
    if (next !== undefined) {
      return at(upload, { kind: 'preparing', phase: next[0] }, shown(paced, next[1]));
    }
    return at(upload, sending(0, [{ at: now, bytes: 0 }]), { kind: 'transmit' });
  }
  if (step.kind === 'concluding') {
    const next = conclusion[conclusion.findIndex(([phase]) => phase === step.phase) + 1];
    if (next !== undefined) {
      return at(upload, { ...step, phase: next[0] }, shown(paced, next[1]));
    }
    return stay({
      facts: upload.facts,
      status: 'completed',
      response: step.response,
      completedAt: now,
    });
  }
  return stay(upload);
};

/** The samples of the window and the one before it, so that the speed covers the whole window. */
const withinWindow = (samples: readonly Sample[], now: number): readonly Sample[] => {
  const first = samples.findIndex((sample) => now - sample.at <= SPEED_WINDOW_MS);
  return first === -1 ? samples.slice(-1) : samples.slice(Math.max(0, first - 1));
};

const progress = (upload: ActiveUpload, bytes: number, now: number): UploadStep => {
  const { step, facts } = upload;
  if (step.kind === 'preparing' || step.kind === 'concluding') return stay(upload);
  // Progress shows that the server is reachable again.
  const reached = { ...upload, waitsFor: null };
  if (bytes >= facts.fileSize)
    return at(
      reached,
      step.kind === 'sending' ? { kind: 'verifying', phase: 'chunk_verifying' } : step,
    );
  // After an interruption, bytes that did not arrive are sent again, also the last ones.
  const isAgain = bytes < sentBytes(upload);
  const former = step.kind === 'sending' && !isAgain ? withinWindow(step.samples, now) : [];
  const samples = [...former, { at: now, bytes }];
  return at(reached, sending(bytes, samples), { kind: 'watch', ms: SPEED_WINDOW_MS });
};

/** The last sample alone gives no speed, and the next progress gives the speed since then. */
const silence = (upload: ActiveUpload): UploadStep => {
  const { step } = upload;
  return step.kind === 'sending'
    ? at(upload, sending(step.sentBytes, step.samples.slice(-1)))
    : stay(upload);
};

/** The time of an interruption does not count for the speed. */
const onNetwork = (upload: ActiveUpload, waitsFor: WaitsFor | null, now: number): UploadStep => {
  const { step } = upload;
  const changed = { ...upload, waitsFor };
  return step.kind === 'sending' && waitsFor !== null
    ? at(changed, sending(step.sentBytes, [{ at: now, bytes: step.sentBytes }]))
    : stay(changed);
};

const onActive = (upload: ActiveUpload, event: UploadEvent, moment: UploadMoment): UploadStep => {
  const { facts, step } = upload;
  switch (event.kind) {
    case 'phase-over':
      return nextPhase(upload, moment);
    case 'progressed':
      return progress(upload, event.sentBytes, moment.now);
    case 'silent':
      return silence(upload);
    case 'server-working':
      return step.kind === 'preparing' || step.kind === 'concluding'
        ? stay(upload)
        : at({ ...upload, waitsFor: null }, { kind: 'verifying', phase: event.phase });
    case 'answered': {
      if (step.kind === 'preparing' || step.kind === 'concluding') return stay(upload);
      const [[phase, ms]] = conclusion;
      return at(
        { ...upload, waitsFor: null },
        { kind: 'concluding', phase, response: event.response },
        shown(moment.paced, ms),
      );
    }
    case 'failed':
      return step.kind === 'concluding'
        ? stay(upload)
        : stay({ facts, status: 'error', error: event.error, sentBytes: sentBytes(upload) });
    case 'network':
      return onNetwork(upload, event.waitsFor, moment.now);
    case 'cancelled':
      return {
        upload: { facts, status: 'cancelled', sentBytes: sentBytes(upload) },
        effects: [
          step.kind === 'concluding'
            ? { kind: 'discard', response: step.response }
            : { kind: 'abandon' },
        ],
      };
    case 'paused':
      return facts.resumable && step.kind === 'sending'
        ? {
            upload: { facts, status: 'paused', confirmedBytes: step.sentBytes },
            effects: [{ kind: 'halt' }],
          }
        : stay(upload);
    default:
      return stay(upload);
  }
};

/**
 * Returns the next state of an upload and its effects. An event that does not apply to the status
 * changes nothing: only an uploading one can be cancelled (specification, section 4).
 */
export const stepUpload = (
  upload: Upload,
  event: UploadEvent,
  moment: UploadMoment,
): UploadStep => {
  switch (upload.status) {
    case 'queued': {
      if (event.kind !== 'started') return stay(upload);
      const { facts, confirmedBytes } = upload;
      const active = { facts, status: 'uploading', waitsFor: null } as const;
      if (upload.prepared) {
        const samples = [{ at: moment.now, bytes: confirmedBytes }];
        return {
          upload: { ...active, step: sending(confirmedBytes, samples) },
          effects: [{ kind: 'transmit' }],
        };
      }
      const [[phase, ms]] = preparation;
      return {
        upload: { ...active, step: { kind: 'preparing', phase } },
        effects: [shown(moment.paced, ms)],
      };
    }
    case 'uploading':
      return onActive(upload, event, moment);
    case 'paused':
      return event.kind === 'resumed'
        ? stay({
            facts: upload.facts,
            status: 'queued',
            prepared: true,
            confirmedBytes: upload.confirmedBytes,
          })
        : stay(upload);
    case 'error':
      return event.kind === 'retried'
        ? stay({
            facts: upload.facts,
            status: 'queued',
            prepared: upload.facts.resumable && upload.sentBytes > 0,
            confirmedBytes: upload.facts.resumable ? upload.sentBytes : 0,
          })
        : stay(upload);
    case 'completed':
    case 'cancelled':
      return stay(upload);
  }
};
