import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { draftDefaults } from '#features/deals/api.ts';
import { createTestReader } from '#test/source-reader.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { defineConnector } from '../pipeline/connector.ts';
import { registerKind } from '../registry/connector-kinds.ts';
import { putSource } from '../registry/source-rows.ts';
import { runSource } from '../schedule/run-source.ts';

const database = useTestDatabase();
const clicked = Date.now();

/** The fare as the source has it; without a time it does not say when it was found. */
let fare: { amount: number; foundAt: number | null };

const kind = registerKind(
  defineConnector({
    name: 'fares',
    config: z.object({}),
    group: 'travel',
    commission: false,
    everySeconds: 3_600,
    open: () => ({
      origin: 'fares',
      coverage: { kind: 'full' },
      async *records() {
        const { amount, foundAt } = fare;
        const found = foundAt === null ? {} : { foundAt: new Date(foundAt).toISOString() };
        const deal = {
          ...draftDefaults,
          externalId: 'SOF-BCN',
          title: 'София – Барселона',
          link: 'https://fares.example/1',
          category: 'travel',
          condition: 'new',
          currency: 'EUR',
          amount,
          details: { kind: 'fare', type: 'flight', origin: 'SOF', destination: 'BCN', ...found },
        } as const;
        yield { records: [{ row: 1, deal }] };
      },
      describe: () => ({ id: 'fares', name: 'Fares' }),
      fractionRead: () => null,
      isUnchanged: () => false,
    }),
  }),
);

const read = async () => {
  const reader = createTestReader(database.current, { kinds: new Map([['fares', kind]]) });
  const { signal } = new AbortController();
  await runSource(reader, 'fares', { allowShrink: false, asked: false, signal });
  const { rows } = await database.current.pool.query<{ status: string; price_amount: number }>(
    'SELECT status, price_amount FROM deals',
  );
  return rows[0];
};

/** What a visitor's check found. */
const check = (set: string) =>
  database.current.pool.query(
    `UPDATE deals SET ${set}, content_hash = '', checked_at = $1, change_seq = nextval('deal_change_seq')`,
    [new Date(clicked)],
  );

beforeEach(async () => {
  await database.current.pool.query('TRUNCATE sources CASCADE');
  const source = { id: 'fares', name: 'Fares', kind: 'fares', group: 'travel' } as const;
  await putSource(
    database.current.database,
    { ...source, commission: false, config: {}, everySeconds: 3_600 },
    new Date(),
  );
  fare = { amount: 5_000, foundAt: clicked - DAY_MS };
  await read();
});

test('a fare that was gone at the click comes back only when it was found later', async () => {
  await check(`status = 'expired'`);
  expect(await read()).toMatchObject({ status: 'expired' });
  expect(await read()).toMatchObject({ status: 'expired' });
  fare = { amount: 5_000, foundAt: clicked + 1 };
  expect(await read()).toMatchObject({ status: 'active' });
});

test('a price of the click stays until a later one is found', async () => {
  await check('price_amount = 6000, price_eur = 6000');
  fare = { amount: 5_500, foundAt: clicked - 1 };
  expect(await read()).toMatchObject({ price_amount: 6_000 });
  expect(await read()).toMatchObject({ price_amount: 6_000 });
  fare = { amount: 5_500, foundAt: clicked + 1 };
  expect(await read()).toMatchObject({ price_amount: 5_500 });
});
