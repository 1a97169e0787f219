import { describe, expect, test } from 'vitest';
import { stepUpload, type UploadEffect, type UploadEvent } from './machine.ts';
import { speedOf } from './progress.ts';
import { respondTo } from './testing/fake-ports.ts';
import { uploadFacts } from './testing/upload-facts.ts';
import { SPEED_WINDOW_MS } from './timings.ts';
import type { ActiveUpload, Step, Upload } from './upload.ts';

/** The exact state and effects of each event, where the tests of the engine assert what users notice. */

const NOW = 1_780_000_000_000;
const facts = uploadFacts(1_000_000, true);
const response = respondTo({ facts, file: new Blob(), voice: null, resumeUrl: null });
const error = { kind: 'unreachable' } as const;

const active = (step: Step, more: Partial<ActiveUpload> = {}): ActiveUpload => ({
  facts,
  status: 'uploading',
  waitsFor: null,
  step,
  ...more,
});
const sent = (bytes: number): Step => ({
  kind: 'sending',
  sentBytes: bytes,
  samples: [{ at: NOW, bytes }],
});
const preparing = active({ kind: 'preparing', phase: 'analyzing' });
const verifying = active({ kind: 'verifying', phase: 'stitching' });
const concluding = active({ kind: 'concluding', phase: 'finalizing', response });
const failed = (sentBytes: number, resumable: boolean): Upload => ({
  facts: { ...facts, resumable },
  status: 'error',
  error,
  sentBytes,
});
const queued = (prepared: boolean, confirmedBytes: number, resumable = true): Upload => ({
  facts: { ...facts, resumable },
  status: 'queued',
  prepared,
  confirmedBytes,
});

const after = (upload: Upload, event: UploadEvent) =>
  stepUpload(upload, event, { now: NOW, paced: true });

test.each<[string, Upload, UploadEvent, Upload, readonly UploadEffect[]]>([
  [
    'a pause halts the transmission',
    active(sent(7)),
    { kind: 'paused' },
    { facts, status: 'paused', confirmedBytes: 7 },
    [{ kind: 'halt' }],
  ],
  [
    'an upload that resumes is sent from its last byte on',
    queued(true, 7),
    { kind: 'started' },
    active(sent(7)),
    [{ kind: 'transmit' }],
  ],
  [
    'an interruption measures the speed from then on',
    active({ kind: 'sending', sentBytes: 7, samples: [{ at: NOW - 1, bytes: 0 }] }),
    { kind: 'network', waitsFor: 'server' },
    active(sent(7), { waitsFor: 'server' }),
    [],
  ],
  ['a retry resumes', failed(7, true), { kind: 'retried' }, queued(true, 7), []],
  [
    'a retry of nothing sent prepares again',
    failed(0, true),
    { kind: 'retried' },
    queued(false, 0),
    [],
  ],
  [
    'a retry of what cannot resume begins again',
    failed(7, false),
    { kind: 'retried' },
    queued(false, 0, false),
    [],
  ],
  [
    'the end of a file that the server works on leaves what it does',
    verifying,
    { kind: 'progressed', sentBytes: facts.fileSize },
    verifying,
    [],
  ],
])('%s', (_, upload, event, next, effects) => {
  expect(after(upload, event)).toEqual({ upload: next, effects });
});

describe('nothing changes', () => {
  const working = { kind: 'server-working', phase: 'combining' } as const;

  test.each<[string, Upload, UploadEvent]>([
    ['by work of the server before the file is sent', preparing, working],
    ['by a response before the file is sent', preparing, { kind: 'answered', response }],
    ['by progress before the file is sent', preparing, { kind: 'progressed', sentBytes: 1 }],
    ['by progress after the response', concluding, { kind: 'progressed', sentBytes: 1 }],
    ['by what the server does after its response', concluding, working],
    ['by a second response', concluding, { kind: 'answered', response }],
    ['by a failure after the response', concluding, { kind: 'failed', error }],
    ['by a resumption while queued', queued(true, 7), { kind: 'resumed' }],
    [
      'by a start while paused',
      { facts, status: 'paused', confirmedBytes: 7 },
      { kind: 'started' },
    ],
  ])('%s', (_, upload, event) => {
    const next = after(upload, event);
    expect(next.upload).toBe(upload);
    expect(next.effects).toEqual([]);
  });
});

test('the speed is that of the last five seconds', () => {
  let upload: Upload = active({ kind: 'sending', sentBytes: 0, samples: [{ at: NOW, bytes: 0 }] });
  let bytes = 0;
  const send = (perSecond: number, seconds: number, from: number): void => {
    for (let second = 1; second <= seconds; second += 1) {
      bytes += perSecond;
      const event = { kind: 'progressed', sentBytes: bytes } as const;
      const now = NOW + (from + second) * 1_000;
      ({ upload } = stepUpload(upload, event, { now, paced: true }));
    }
  };
  const window = SPEED_WINDOW_MS / 1_000;
  send(10_000, 10, 0);
  expect(speedOf(upload)).toBe(10_000);
  send(1_000, window + 1, 10);
  expect(speedOf(upload)).toBe(1_000);
});
