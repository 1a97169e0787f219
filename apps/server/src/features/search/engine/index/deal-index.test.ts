import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { DealQuery, DealSearchPage } from '../../deal-search.ts';
import { insertSources, type NewDeal } from '#test/deal-factory.ts';
import { useTemporaryFolders } from '#test/temporary-folders.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { createPostgresDealSearch } from '../postgres/postgres-search.ts';
import { readSnapshot, writeSnapshot } from '../snapshot/snapshot.ts';
import { DealIndex } from './deal-index.ts';
import {
  allPages,
  changingDeals,
  followChanges,
  someDeal,
  someQuery,
} from '#test/random-searches.ts';

const postgres = useTestDatabase();
const makeFolder = useTemporaryFolders();

beforeAll(() => insertSources(postgres.current.database));

type Step =
  | { readonly kind: 'add'; readonly deals: readonly Partial<NewDeal>[] }
  | { readonly kind: 'change'; readonly which: number; readonly deal: Partial<NewDeal> }
  | { readonly kind: 'remove'; readonly which: number }
  | { readonly kind: 'merge'; readonly steps: number }
  | { readonly kind: 'restart' }
  | { readonly kind: 'search'; readonly query: DealQuery; readonly limit: number };

const weighted = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>) => ({ weight, arbitrary });

const someStep: fc.Arbitrary<Step> = fc.oneof(
  weighted(
    3,
    fc.record({
      kind: fc.constant('add'),
      deals: fc.array(someDeal, { minLength: 1, maxLength: 8 }),
    }),
  ),
  weighted(3, fc.record({ kind: fc.constant('change'), which: fc.nat(), deal: someDeal })),
  weighted(2, fc.record({ kind: fc.constant('remove'), which: fc.nat() })),
  weighted(3, fc.record({ kind: fc.constant('merge'), steps: fc.nat({ max: 60 }) })),
  weighted(1, fc.record({ kind: fc.constant('restart') })),
  weighted(
    4,
    fc.record({
      kind: fc.constant('search'),
      query: someQuery,
      limit: fc.integer({ min: 1, max: 4 }),
    }),
  ),
);

/** A database and an index with the same changes. */
const createPair = async () => {
  const { database } = postgres.current;
  const deals = await changingDeals(database, () => changes.applyTo(index));
  const changes = await followChanges(database);
  // Merges one row a step, so that changes come in the middle of merges.
  let index = new DealIndex({ mergeStepSize: 1 });
  const folder = await makeFolder();
  const oracle = createPostgresDealSearch(database);

  return {
    ...deals,
    get index() {
      return index;
    },
    /** Writes the index to a file and continues with the index read from it. */
    async restart() {
      const { position } = changes;
      await writeSnapshot(folder, 'test', { index, position });
      const snapshot = await readSnapshot(folder, 'test');
      expect(snapshot).toMatchObject({ position });
      index = snapshot?.index ?? new DealIndex();
    },
    async countLive() {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*) AS count FROM deals WHERE status = 'active' AND deleted_at IS NULL`.execute(
        database,
      );
      return rows[0]?.count;
    },
    /** All pages of results, from the index and from PostgreSQL. */
    async search(query: DealQuery, limit: number) {
      return {
        found: await allPages(async (...call) => index.search(...call), query, limit),
        expected: await allPages((...call) => oracle.search(...call), query, limit),
      };
    },
  };
};

/** What a brief search finds of a page: all of it if the words are found as they are typed. */
const briefOf = ({ total, hits, correctedQuery, dropped }: DealSearchPage) =>
  total > 0 && correctedQuery === null && dropped.length === 0 ? { total, hits } : null;

type Pair = Awaited<ReturnType<typeof createPair>>;

const take = async (pair: Pair, step: Step): Promise<void> => {
  switch (step.kind) {
    case 'add':
      return pair.add(step.deals);
    case 'change':
      return pair.update(step.which, step.deal);
    case 'remove':
      return pair.update(step.which, { deleted_at: '2026-05-03T00:00:00Z' });
    case 'merge':
      for (let i = 0; i < step.steps; i += 1) pair.index.mergeStep(0);
      return undefined;
    case 'restart':
      return pair.restart();
    case 'search': {
      const { found, expected } = await pair.search(step.query, step.limit);
      expect(found).toEqual(expected);
      const ids = found.flatMap(({ hits }) => hits.map(({ id }) => id));
      expect(ids).toHaveLength(found[0]?.total ?? 0);
      expect(new Set(ids).size).toBe(ids.length);
      const [page] = expected;
      const brief = pair.index.search({ ...step.query, brief: true }, step.limit, null);
      expect(briefOf(brief)).toEqual(page === undefined ? null : briefOf(page));
      const counted = pair.index.search({ ...step.query, brief: true }, 0, null);
      expect(counted).toMatchObject({ total: brief.total, hits: [], nextCursor: null });
    }
  }
};

test('returns what PostgreSQL returns, whatever is added, changed, removed and merged in between', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(someStep, { minLength: 20, maxLength: 80, size: 'max' }),
      async (steps) => {
        const pair = await createPair();
        for (const step of steps) await take(pair, step);
        expect(pair.index.size).toBe(await pair.countLive());
      },
    ),
    { numRuns: 40 },
  );
}, 300_000);
