import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '#platform/database/database.ts';
import type { Database, Schema } from '#schema/schema.ts';
import { createTestReader } from './source-reader.ts';
import { defineConnector, type RecordBatch } from '#features/sources/pipeline/connector.ts';
import { draftDefaults } from '#features/deals/api.ts';
import * as z from 'zod/mini';
import { registerKind } from '#features/sources/registry/connector-kinds.ts';
import { putSource } from '#features/sources/registry/source-rows.ts';
import { runSource } from '#features/sources/schedule/run-source.ts';

// A separate process that reads a long source slowly, page after page, until it is killed.
const PAGE_ROWS = 1_000;

export const SLOW_PAGES = 8;

const cursorSchema = z.object({ page: z.int() });

/** Pages of a thousand offers each, `pause` milliseconds apart. */
export const slowSource = (pause: number) =>
  registerKind(
    defineConnector({
      name: 'slow',
      config: z.object({}),
      group: 'other',
      commission: false,
      everySeconds: 3_600,
      open(_config, { cursor }) {
        const records = async function* (): AsyncGenerator<RecordBatch> {
          for (
            let page = cursorSchema.safeParse(cursor).data?.page ?? 0;
            page < SLOW_PAGES;
            page += 1
          ) {
            await sleep(pause);
            yield {
              records: Array.from({ length: PAGE_ROWS }, (_, at) => ({
                row: at + 1,
                deal: {
                  ...draftDefaults,
                  externalId: `${page}-${at}`,
                  title: `Оферта ${page}-${at}`,
                  link: `https://s.example.bg/${page}-${at}`,
                  category: 'other',
                  condition: 'new',
                  amount: 1_000,
                  currency: 'EUR',
                },
              })),
              cursor: { page: page + 1 },
            };
          }
        };
        return {
          origin: 'slow',
          coverage: { kind: 'incremental', keepMs: 0 },
          records,
          describe: () => ({ id: 'slow', name: 'Slow' }),
          fractionRead: () => null,
          isUnchanged: () => false,
        };
      },
    }),
  );

/** Inserts the source that `slowSource` reads. */
export const putSlowSource = (database: Database): Promise<unknown> =>
  putSource(
    database,
    {
      id: 'slow',
      name: 'Slow',
      kind: 'slow',
      group: 'other',
      commission: false,
      config: {},
      everySeconds: 3_600,
    },
    new Date(),
  );

/** The cursor of its next reading; null if it restarts. */
export const slowCursor = async (database: Database): Promise<unknown> => {
  const { cursor } = await database
    .selectFrom('sources')
    .select('cursor')
    .where('id', '=', 'slow')
    .executeTakeFirstOrThrow();
  return cursor;
};

/** The numbers of its deals and prices, which are equal if nothing was repeated or lost. */
export const countSlowRows = async (database: Database) => {
  const { rows } = await sql<{ deals: number; observations: number }>`
    SELECT count(DISTINCT external_id)::integer AS deals,
           (SELECT count(*)::integer FROM price_observations) AS observations
      FROM deals WHERE source_id = 'slow' AND status = 'active'`.execute(database);
  return rows;
};

const connectionString = process.env['SLOW_READER_DATABASE'];
if (connectionString !== undefined) {
  const reader = createTestReader(openDatabase<Schema>({ connectionString }), {
    kinds: new Map([['slow', slowSource(1_000)]]),
  });
  const { signal } = new AbortController();
  await runSource(reader, 'slow', { allowShrink: false, asked: false, signal });
}
