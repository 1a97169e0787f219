import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createTestReader } from '#test/source-reader.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { defineConnector } from '../pipeline/connector.ts';
import { draftDefaults, type MappedDeal } from '#features/deals/bulk/mapped-deal.ts';
import { registerKind } from '../registry/connector-kinds.ts';
import { putSource } from '../registry/source-rows.ts';
import { runSource } from './run-source.ts';

const database = useTestDatabase();

const deal = (externalId: string, given: Partial<MappedDeal> = {}): MappedDeal => ({
  ...draftDefaults,
  externalId,
  title: 'Лаптоп',
  link: `https://s.example.bg/${encodeURIComponent(externalId)}`,
  category: 'other',
  condition: 'new',
  amount: 1_000,
  currency: 'EUR',
  ...given,
});

const deals = [
  deal('first'),
  deal('id\0'),
  deal('two\nlines'),
  deal('title', { title: 'Лап\0топ' }),
  deal('link', { link: 'https://s.example.bg/\0' }),
  deal('half a pair', { brand: '\uD83D' }),
  deal('tag', { tags: ['a\0b'] }),
  deal('picture', { media: [{ url: 'https://s.example.bg/\uDC00.jpg', kind: 'image' }] }),
  deal('ends never', { expiresAt: Date.UTC(10_000, 0, 1) }),
  deal('begins before', { postedAt: Date.parse('0001-01-01T00:00:00+02:00') }),
  deal('begins never', { postedAt: Number.NaN }),
  deal('detail', { details: { kind: 'real-estate', floor: '3\0' } }),
  deal('last', { title: 'Текст \\u0030' }),
];

const kind = registerKind(
  defineConnector({
    name: 'dirty',
    config: z.object({}),
    group: 'other',
    commission: false,
    everySeconds: 3_600,
    open: () => ({
      origin: 'dirty',
      coverage: { kind: 'incremental', keepMs: 0 },
      async *records() {
        yield { records: deals.map((one, at) => ({ row: at + 1, deal: one })) };
      },
      describe: () => ({ id: 'dirty', name: 'Dirty' }),
      fractionRead: () => null,
      isUnchanged: () => false,
    }),
  }),
);

test('a record that cannot be stored is rejected alone, and reported', async () => {
  const handle = database.current.database;
  await putSource(
    handle,
    {
      id: 'dirty',
      name: 'Dirty',
      group: 'other',
      kind: 'dirty',
      config: {},
      everySeconds: 3_600,
      commission: false,
    },
    new Date(),
  );
  const reader = createTestReader(database.current, { kinds: new Map([['dirty', kind]]) });
  const { signal } = new AbortController();
  await runSource(reader, 'dirty', { allowShrink: false, asked: true, signal });

  const stored = await handle
    .selectFrom('deals')
    .select(['external_id', 'expires_at'])
    .orderBy('id')
    .where('source_id', '=', 'dirty')
    .execute();
  expect(stored.map(({ external_id }) => external_id)).toEqual([
    'first',
    'ends never',
    'begins before',
    'begins never',
    'last',
  ]);
  expect(stored.map(({ expires_at }) => expires_at)).toEqual(Array(5).fill(null));
  const rejected = await handle
    .selectFrom('import_rejections')
    .select(['row_number', 'external_id', 'reason'])
    .orderBy('row_number')
    .execute();
  expect(rejected.map(({ reason }) => reason)).toEqual(Array(8).fill('characters_invalid'));
  expect(rejected.map(({ external_id }) => external_id)).toEqual([
    null,
    null,
    'title',
    'link',
    'half a pair',
    'tag',
    'picture',
    'detail',
  ]);
});
