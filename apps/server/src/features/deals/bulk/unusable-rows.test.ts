import type { ClientBase } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { insertSources } from '#test/deal-factory.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { applyRows } from './apply-rows.ts';
import { createChoiceStage } from './choice-stage.ts';
import { foldChoices, groupExternalId, MAX_CHOICES } from './fold-choices.ts';
import { type ChoiceDeal, draftDefaults, type UnusableRow } from './mapped-deal.ts';
import { createStaging, type Staging } from './staging.ts';
import { createUnusableRows } from './unusable-rows.ts';

const ROWS = 20_000;
/** Characters of all results of the database: a stored product with its choices needs 50,000. */
const MOST_CHARACTERS = 200_000;

const database = useTestDatabase();

const choice = (at: number): ChoiceDeal => ({
  ...draftDefaults,
  externalId: `size-${at}`,
  title: 'Shoe',
  link: `https://shop.example.bg/${at}`,
  category: 'other',
  condition: 'new',
  amount: 100,
  currency: 'EUR',
  choice: { groupId: 'shoe', size: String(at), colour: null, name: null, isAssumed: false },
});
const product = foldChoices([
  choice(0),
  ...Array.from({ length: MAX_CHOICES - 1 }, (_, at) => choice(at + 1)),
]);

const row = (id: string | null, unavailable: UnusableRow['unavailable']): UnusableRow => ({
  id,
  productId: groupExternalId('shoe'),
  unavailable,
});
/** Rows of other items of the product, then those of three of its stored choices. */
const unusable: readonly UnusableRow[] = [
  ...Array.from({ length: ROWS }, (_, at) => row(`other-${at}`, 'out_of_stock')),
  row('size-1', null),
  row('size-1', 'out_of_stock'),
  row('size-2', 'preorder'),
  row('size-3', null),
];

const resultSchema = z.object({ rows: z.array(z.unknown()) });

/** The characters of each result that the database returns to some work. */
const resultsOf = async (
  client: ClientBase,
  work: () => Promise<void>,
): Promise<readonly number[]> => {
  const query = vi.spyOn(client, 'query');
  await work();
  const results: readonly unknown[] = await Promise.all(
    query.mock.results.map(({ value }: { readonly value: unknown }) => value),
  );
  query.mockRestore();
  return results.map((result) => {
    const { data } = parseUntrusted(resultSchema, result);
    return JSON.stringify(data?.rows ?? []).length;
  });
};

/** The characters of all that the database returns to some work. */
const charactersOf = async (client: ClientBase, work: () => Promise<void>): Promise<number> =>
  (await resultsOf(client, work)).reduce((sum, characters) => sum + characters, 0);

const stored = async () => {
  const { variants, ...deal } = await database.current.database
    .selectFrom('deals')
    .select(['availability', 'variants'])
    .where('external_id', '=', product.externalId)
    .executeTakeFirstOrThrow();
  const soldOut = (variants ?? []).flatMap(({ id, inStock }) => (inStock ? [] : [id]));
  return { ...deal, choices: variants?.length, soldOut };
};

test('rows without a price name a product, however many they are', async () => {
  await insertSources(database.current.database);
  const client = await database.current.pool.connect();
  onTestFinished(() => client.release(true));
  const store = async (read: (staging: Staging) => Promise<void>): Promise<void> => {
    const staging = await createStaging(client, 'shop', () => ({ brandSlug: null, kind: null }));
    await read(staging);
    await applyRows(client, 'shop', { from: 0, to: staging.staged, stampChecked: false });
  };
  await store((staging) => staging.add([product]));

  // None of its choices can be read.
  await store(async (staging) => {
    const rows = await createUnusableRows(client, 'shop');
    await rows.add(unusable);
    const work = async () => expect(await rows.keep(staging)).toBe(ROWS + 2);
    expect(await charactersOf(client, work)).toBeLessThan(MOST_CHARACTERS);
  });
  const soldOut = ['size-1', 'size-2'];
  expect(await stored()).toEqual({ availability: 'in_stock', choices: MAX_CHOICES, soldOut });

  // One of them can; a row without an id may be any of the others.
  for (const [more, choices] of [
    [[row(null, 'out_of_stock')], MAX_CHOICES],
    [[], 4],
  ] as const)
    await store(async (staging) => {
      const rows = await createUnusableRows(client, 'shop');
      const usable = await createChoiceStage(client, 'shop');
      await usable.add([choice(0)]);
      await rows.add([...unusable, ...more]);
      const work = async () => {
        for await (const products of usable.folded()) {
          expect(products.map(({ variants }) => variants.length)).toEqual([choices]);
          await staging.add(products);
        }
        await rows.keep(staging);
      };
      expect(await charactersOf(client, work)).toBeLessThan(MOST_CHARACTERS);
    });
});

test('few products with choices are read at once, because each may have hundreds', async () => {
  const client = await database.current.pool.connect();
  onTestFinished(() => client.release(true));
  const products = Array.from({ length: 60 }, (_, at) => ({
    ...product,
    externalId: groupExternalId(`shoe-${at}`),
  }));
  const staging = await createStaging(client, 'shop', () => ({ brandSlug: null, kind: null }));
  await staging.add(products);
  await applyRows(client, 'shop', { from: 0, to: staging.staged, stampChecked: false });
  await staging.clear();

  const rows = await createUnusableRows(client, 'shop');
  await rows.add(
    products.map(({ externalId }) => ({
      id: 'size-1',
      productId: externalId,
      unavailable: 'out_of_stock',
    })),
  );
  const results = await resultsOf(client, async () => void (await rows.keep(staging)));
  expect(Math.max(...results)).toBeLessThan(30 * JSON.stringify(product).length);
  expect(staging.staged).toBe(products.length);
});
