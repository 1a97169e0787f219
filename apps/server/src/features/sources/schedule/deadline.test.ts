import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createInProcessBus } from '#platform/bus.ts';
import { createTestReader } from '#test/source-reader.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { draftDefaults } from '#features/deals/api.ts';
import { defineConnector, type RecordBatch } from '../pipeline/connector.ts';
import { ImportError } from '../pipeline/import-error.ts';
import { registerKind } from '../registry/connector-kinds.ts';
import { findSource, putSource } from '../registry/source-rows.ts';
import { createReadings, type Readings } from './readings.ts';
import { runSource } from './run-source.ts';

const database = useTestDatabase();
const { signal } = new AbortController();

test('a reading that takes too long ends with its signal', async () => {
  const readings = createReadings(createInProcessBus(), 1);
  const reading = readings.run('s', signal, async (running) => {
    await new Promise((_, reject) => {
      running.signal.addEventListener('abort', () => reject(running.signal.reason), { once: true });
    });
  });
  await expect(reading).rejects.toMatchObject({ code: 'SOURCE_TOO_SLOW' });
});

/** Ends a reading, when asked to, as its deadline does. */
const createDeadline = () => {
  const end = new AbortController();
  const readings: Readings = {
    ...createReadings(createInProcessBus()),
    run: (_sourceId, stop, read) =>
      read({ signal: AbortSignal.any([stop, end.signal]), wasPaused: () => false }),
  };
  return { readings, pass: () => end.abort(new ImportError('SOURCE_TOO_SLOW', 'Two hours.')) };
};

const page = Array.from({ length: 1_000 }, (_, at) => ({
  row: at + 1,
  deal: {
    ...draftDefaults,
    externalId: `${at}`,
    title: `Оферта ${at}`,
    link: `https://s.example.bg/${at}`,
    category: 'other',
    condition: 'new',
    amount: 1_000,
    currency: 'EUR',
  },
})) satisfies RecordBatch['records'];

test.for([
  { pages: 1, status: 'checking', failures: 0, cursor: { page: 1 } },
  { pages: 0, status: 'error', failures: 1, cursor: null },
])('a source that came further goes on soon, another one has failed: %o', async (expected) => {
  const deadline = createDeadline();
  const kind = registerKind(
    defineConnector({
      name: 'long',
      config: z.object({}),
      group: 'other',
      commission: false,
      everySeconds: 86_400,
      open: (_config, context) => ({
        origin: 'long',
        coverage: { kind: 'incremental', keepMs: 0 },
        async *records() {
          for (let at = 1; at <= expected.pages; at += 1)
            yield { records: page, cursor: { page: at } };
          deadline.pass();
          context.signal.throwIfAborted();
        },
        describe: () => ({ id: 'long', name: 'Long' }),
        fractionRead: () => null,
        isUnchanged: () => false,
      }),
    }),
  );
  const { database: handle, pool } = database.current;
  await pool.query('TRUNCATE sources, deals CASCADE');
  const row = { id: 'long', name: 'Long', kind: 'long', group: 'other', config: {} } as const;
  await putSource(handle, { ...row, commission: false, everySeconds: 86_400 }, new Date());
  const reader = createTestReader(database.current, {
    kinds: new Map([['long', kind]]),
    readings: deadline.readings,
  });
  await runSource(reader, 'long', { allowShrink: false, asked: false, signal });
  const { status, failures, cursor, next_run_at: due } = { ...(await findSource(handle, 'long')) };
  expect({ status, failures, cursor }).toEqual({
    status: expected.status,
    failures: expected.failures,
    cursor: expected.cursor,
  });
  const isSoon = (due?.getTime() ?? 0) < Date.now() + 3_600_000;
  expect(isSoon).toBe(expected.pages > 0);
});
