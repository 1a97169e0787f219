import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stepUpload, type UploadEvent } from './machine.ts';
import { chunksOf, percentOf, phaseOf, secondsRemaining, speedOf } from './progress.ts';
import { phasePercent } from './phases.ts';
import { respondTo } from './testing/fake-ports.ts';
import { uploadFacts } from './testing/upload-facts.ts';
import { isSettled, sentBytes, type Upload } from './upload.ts';

const eventOf = (size: number): fc.Arbitrary<UploadEvent> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant<UploadEvent>({ kind: 'phase-over' }) },
    {
      weight: 4,
      arbitrary: fc
        .nat(size)
        .map((bytes): UploadEvent => ({ kind: 'progressed', sentBytes: bytes })),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom<UploadEvent[]>(
        { kind: 'started' },
        { kind: 'resumed' },
        { kind: 'retried' },
        {
          kind: 'answered',
          response: respondTo({
            facts: uploadFacts(size, true),
            file: new Blob(),
            voice: null,
            resumeUrl: null,
          }),
        },
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom<UploadEvent[]>(
        { kind: 'server-working', phase: 'stitching' },
        { kind: 'server-working', phase: 'combining' },
        { kind: 'failed', error: { kind: 'unreachable' } },
        { kind: 'network', waitsFor: 'network' },
        { kind: 'network', waitsFor: null },
        { kind: 'silent' },
        { kind: 'cancelled' },
        { kind: 'paused' },
      ),
    },
  );

const story = fc
  .record({
    size: fc.integer({ min: 1, max: 1_000 }),
    resumable: fc.boolean(),
    paced: fc.boolean(),
  })
  .chain((given) =>
    fc.record({
      given: fc.constant(given),
      events: fc.array(fc.tuple(eventOf(given.size), fc.nat(2_000)), { maxLength: 60 }),
    }),
  );

/** Returns the broken rules of a step; empty if there are none. */
const wrongs = (before: Upload, event: UploadEvent, upload: Upload): string[] => {
  const { fileSize } = upload.facts;
  const percent = percentOf(upload);
  const speed = speedOf(upload);
  const remaining = secondsRemaining(upload);
  const changed = upload !== before;
  const rules: Readonly<Record<string, boolean>> = {
    'percent in range': percent >= 0 && percent <= 100,
    '100 % is completed': (percent === 100) === (upload.status === 'completed'),
    'bytes travel below 80 %':
      phaseOf(upload) !== 'uploading' || percent < phasePercent.chunk_verifying,
    'no more sent than there is': sentBytes(upload) <= fileSize,
    'chunk among chunks': chunksOf(upload).current <= chunksOf(upload).total,
    'time left': remaining === null || remaining >= 0,
    'finite speed': speed === null || (Number.isFinite(speed) && speed >= 0),
    'what is over stays so unless tried again':
      !isSettled(before) || !changed || (before.status === 'error' && event.kind === 'retried'),
    'no speed while it waits':
      upload.status !== 'uploading' || upload.waitsFor === null || speed === null,
    'cancelled from uploading only':
      upload.status !== 'cancelled' || !changed || before.status === 'uploading',
  };
  return Object.keys(rules).filter((rule) => rules[rule] !== true);
};

test('in any order of events, an upload can always be shown', () => {
  fc.assert(
    fc.property(story, ({ given, events }) => {
      let now = 0;
      let upload: Upload = {
        facts: uploadFacts(given.size, given.resumable),
        status: 'queued',
        prepared: false,
        confirmedBytes: 0,
      };
      let transmissions = 0;
      for (const [event, ms] of events) {
        now += ms;
        const before: Upload = upload;
        const step = stepUpload(before, event, { now, paced: given.paced });
        ({ upload } = step);
        const ended = (event.kind === 'answered' || event.kind === 'failed') && upload !== before;
        const counts = {
          transmit: 1,
          halt: -1,
          abandon: -1,
          discard: 0,
          'show-phase': 0,
          watch: 0,
        };
        for (const { kind } of step.effects) transmissions += counts[kind];
        if (ended) transmissions -= 1;
        // An upload that was cancelled or failed before its request never transmitted.
        transmissions = Math.max(0, transmissions);
        expect(wrongs(before, event, upload)).toEqual([]);
        expect(transmissions).toBeLessThanOrEqual(upload.status === 'uploading' ? 1 : 0);
      }
    }),
    { numRuns: 2_000 },
  );
});
