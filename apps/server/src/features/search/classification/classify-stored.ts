import * as z from 'zod/mini';
import type { Bus } from '#platform/bus.ts';
import type { PartHealth } from '#platform/health.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Selectable } from 'kysely';
import type { DealsTable } from '#schema/deals.ts';
import type { Database } from '#schema/schema.ts';
import { storeClasses, type StoredClass } from '#features/deals/api.ts';
import { digestOfFolders } from '../digest-of-folders.ts';
import { classifyDeal } from './classify-deal.ts';

/** Classifies stored deals by the present rules, and those stored since the last time. */
const classifyDealsJob = defineJob({ name: 'deals.classify', payload: z.object({}) });

export interface ClassificationDependencies {
  readonly database: Database;
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly searchHealth: () => PartHealth | Promise<PartHealth>;
}

/** A digest of what decides the class of a deal, besides its words. */
export const readRules = (): Promise<string> =>
  digestOfFolders(
    ['./', '../brands/', '../kinds/', '../kinds/data/', '../engine/analysis/'].map(
      (folder) => new URL(folder, import.meta.url),
    ),
  );

/**
 * Deals per transaction. Search replicas wait for the oldest open transaction that took a change
 * number, so each must be short.
 */
const BATCH_ROWS = 1_000;

/** The id up to which deals are classified by these rules; 0 if they are new. */
const readProgress = async (database: Database, rules: string): Promise<number> => {
  const row = await database.selectFrom('classification').selectAll().executeTakeFirst();
  return row?.rules === rules ? row.last_deal_id : 0;
};

const columns = [
  'id',
  'change_seq',
  'source_id',
  'title',
  'brand',
  'category',
  'tags',
  'source_category',
  'google_category',
] as const satisfies readonly (keyof DealsTable)[];

const classOf = (deal: Pick<Selectable<DealsTable>, (typeof columns)[number]>): StoredClass => {
  const { id, title, brand, category, tags } = deal;
  const sourceCategory = deal.source_category;
  const googleCategory = deal.google_category;
  return {
    id,
    version: deal.change_seq,
    sourceId: deal.source_id,
    sourceCategory,
    category,
    dealClass: classifyDeal({ title, brand, category, tags, sourceCategory, googleCategory }),
  };
};

/** Classifies deals after an id; returns the last one, or null if there are none. */
const classifyAfter = (
  { database, bus }: ClassificationDependencies,
  rules: string,
  after: number,
): Promise<number | null> =>
  database.transaction().execute(async (transaction) => {
    const deals = await transaction
      .selectFrom('deals')
      .select(columns)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_ROWS)
      .execute();
    const last = deals.at(-1);
    if (last === undefined) return null;
    await storeClasses({ transaction, bus }, deals.map(classOf));
    const progress = { rules, last_deal_id: last.id };
    await transaction
      .insertInto('classification')
      .values(progress)
      .onConflict((conflict) => conflict.column('only_row').doUpdateSet(progress))
      .execute();
    return last.id;
  });

const classifyStored = async (
  dependencies: ClassificationDependencies,
  signal: AbortSignal,
): Promise<void> => {
  // The index is built first: a release with other rules builds it again, on the same cores.
  const { status } = await dependencies.searchHealth();
  if (status !== 'healthy') return;
  const rules = await readRules();
  let after: number | null = await readProgress(dependencies.database, rules);
  while (after !== null) {
    signal.throwIfAborted();
    after = await classifyAfter(dependencies, rules, after);
  }
};

/**
 * Classifies stored deals in the background: all of them after a release with other rules, else
 * those that came since the last time, because a process of an earlier release may have written them.
 * While the search is not healthy they wait for the next time.
 */
export const registerClassification = (dependencies: ClassificationDependencies): void => {
  const { jobs } = dependencies;
  jobs.work(classifyDealsJob, (_payload, signal) => classifyStored(dependencies, signal));
  jobs.schedule(classifyDealsJob, '*/10 * * * *', {});
};
