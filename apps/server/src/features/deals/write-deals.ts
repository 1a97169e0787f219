import {
  sql,
  type Expression,
  type Insertable,
  type SqlBool,
  type Transaction,
  type UpdateObject,
} from 'kysely';
import type { Currency } from '@izgodno/contract/common/money';
import type { Bus } from '#platform/bus.ts';
import { afterCommit } from '#platform/database/after-commit.ts';
import { isOneOf } from '#platform/database/is-one-of.ts';
import type { DealsTable } from '#schema/deals.ts';
import type { Schema } from '#schema/schema.ts';
import { dealsChanged } from './deals-changed.ts';
import { refreshReductions } from './prices/observed-reductions.ts';
import { dealColumns, type ColumnKind, type PriceColumn } from './deal-columns.ts';

/** A transaction that writes deals; `deals.changed` is published after its commit. */
export interface DealWriting {
  readonly transaction: Transaction<Schema>;
  readonly bus: Bus;
}

export type DealSelection = { readonly ids: readonly number[] } | { readonly sellerId: string };

type Columns = Pick<UpdateObject<Schema, 'deals'>, keyof typeof dealColumns>;

/** New values of columns. A price is observed at the deal's `updated_at`, so it comes with one. */
export type DealChange =
  | (Columns & { readonly [Column in PriceColumn]?: never })
  | (Columns & { readonly updated_at: Date | Expression<Date> });

/** PostgreSQL accepts 65,535 parameters per statement; a deal has fewer than 40. */
const ROWS_A_STATEMENT = 500;

/** Publishes `deals.changed` after the commit. */
export const announceChanges = ({ transaction, bus }: DealWriting): void =>
  afterCommit(transaction, 'deals.changed', () => bus.publish(dealsChanged, {}));

const selected = (selection: DealSelection): Expression<SqlBool> =>
  'ids' in selection
    ? isOneOf('id', selection.ids, 'bigint')
    : sql<SqlBool>`seller_id = ${selection.sellerId}`;

const kindsOf = (change: DealChange): ReadonlySet<ColumnKind> =>
  new Set(
    Object.entries(dealColumns).flatMap(([column, kind]) =>
      Object.hasOwn(change, column) ? [kind] : [],
    ),
  );

const queueForGrouping = async (
  transaction: Transaction<Schema>,
  ids: readonly number[],
): Promise<void> => {
  await sql`
    INSERT INTO offers_to_group (deal_id) SELECT unnest(${ids}::bigint[])`.execute(transaction);
};

interface FormerPrice {
  readonly id: number;
  readonly price_amount: number;
  readonly price_currency: Currency;
}

const observePrices = async (
  transaction: Transaction<Schema>,
  former: readonly FormerPrice[],
): Promise<void> => {
  await sql`
    INSERT INTO price_observations (deal_id, observed_at, price_amount, price_currency, original_amount)
    SELECT deals.id, deals.updated_at, deals.price_amount, deals.price_currency, deals.original_amount
      FROM unnest(${former.map(({ id }) => id)}::bigint[],
                  ${former.map(({ price_amount }) => price_amount)}::bigint[],
                  ${former.map(({ price_currency }) => price_currency)}::text[])
           AS former (id, price_amount, price_currency)
      JOIN deals ON deals.id = former.id
     WHERE (deals.price_amount, deals.price_currency) <> (former.price_amount, former.price_currency)
        ON CONFLICT (deal_id, observed_at) DO UPDATE
       SET price_amount = excluded.price_amount, price_currency = excluded.price_currency,
           original_amount = excluded.original_amount`.execute(transaction);
};

/**
 * Changes columns of deals, with what follows from their kinds. An empty change gives the deals a
 * new number, because something that they show has changed elsewhere. Returns their ids.
 */
export const changeDeals = async (
  writing: DealWriting,
  selection: DealSelection,
  change: DealChange,
): Promise<readonly number[]> => {
  const { transaction } = writing;
  const kinds = kindsOf(change);
  const isQuiet = kinds.size === 1 && kinds.has('quiet');
  const former = kinds.has('price')
    ? await transaction
        .selectFrom('deals')
        .select(['id', 'price_amount', 'price_currency'])
        .where(selected(selection))
        .forUpdate()
        .execute()
    : [];
  const changed = await transaction
    .updateTable('deals')
    .set({ ...change, ...(isQuiet ? {} : { change_seq: sql`nextval('deal_change_seq')` }) })
    .where(selected(selection))
    .returning('id')
    .execute();
  const ids = changed.map(({ id }) => id);
  if (ids.length === 0 || isQuiet) return ids;
  if (former.length > 0) {
    await observePrices(transaction, former);
    await refreshReductions(transaction, ids, new Date());
  }
  if (kinds.has('price') || kinds.has('identity')) await queueForGrouping(transaction, ids);
  announceChanges(writing);
  return ids;
};

/** Counts a view of a deal; nothing follows from it (`deal-columns.ts`). */
export const countView = async (
  transaction: Transaction<Schema>,
  dealId: number,
): Promise<void> => {
  await transaction
    .updateTable('deals')
    .set({ views: sql`views + 1` })
    .where('id', '=', dealId)
    .execute();
};

interface ObservedPrice {
  readonly at: Date;
  readonly amount: number;
  readonly originalAmount: number | null;
}

export interface NewDeal {
  readonly columns: Omit<Insertable<DealsTable>, 'id' | 'change_seq' | 'change_xid'>;
  /** The end of a member's post. */
  readonly endsAt?: Date;
  /** By default its price when it was posted. */
  readonly prices?: readonly ObservedPrice[];
}

const inBatches = async <Row>(
  rows: readonly Row[],
  write: (batch: readonly Row[]) => Promise<unknown>,
): Promise<void> => {
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT)
    await write(rows.slice(start, start + ROWS_A_STATEMENT));
};

const keyOf = (deal: { readonly source_id: string; readonly external_id: string }): string =>
  `${deal.source_id}/${deal.external_id}`;

const observationsOf = (dealId: number, { columns, prices }: NewDeal) => {
  const first = {
    at: columns.posted_at,
    amount: columns.price_amount,
    originalAmount: columns.original_amount ?? null,
  };
  return (prices ?? [first]).map(({ at, amount, originalAmount }) => ({
    deal_id: dealId,
    observed_at: at,
    price_amount: amount,
    price_currency: columns.price_currency,
    original_amount: originalAmount,
  }));
};

/** Stores deals with their prices; those that are stored already are left out. Returns their ids. */
export const createDeals = async (
  writing: DealWriting,
  deals: readonly NewDeal[],
): Promise<readonly number[]> => {
  const { transaction } = writing;
  const ids = new Map<string, number>();
  await inBatches(deals, async (batch) => {
    const inserted = await transaction
      .insertInto('deals')
      .values(batch.map(({ columns }) => columns))
      .onConflict((conflict) => conflict.columns(['source_id', 'external_id']).doNothing())
      .returning(['id', 'source_id', 'external_id'])
      .execute();
    for (const row of inserted) ids.set(keyOf(row), row.id);
  });
  if (ids.size === 0) return [];
  const stored = deals.flatMap((deal) => {
    const id = ids.get(keyOf(deal.columns));
    return id === undefined ? [] : { id, deal };
  });
  const posts = stored.flatMap(({ id, deal: { endsAt } }) =>
    endsAt === undefined ? [] : { deal_id: id, expires_at: endsAt },
  );
  await inBatches(posts, (batch) => transaction.insertInto('posts').values(batch).execute());
  await inBatches(
    stored.flatMap(({ id, deal }) => observationsOf(id, deal)),
    (batch) => transaction.insertInto('price_observations').values(batch).execute(),
  );
  // A deal that is new has no history, unless it comes with one.
  const withHistory = stored.flatMap(({ id, deal }) => (deal.prices === undefined ? [] : id));
  await refreshReductions(transaction, withHistory, new Date());
  await queueForGrouping(transaction, [...ids.values()]);
  announceChanges(writing);
  return [...ids.values()];
};

/** Sets the end of a member's post. */
export const setPostEnd = async (
  transaction: Transaction<Schema>,
  dealId: number,
  endsAt: Date,
): Promise<void> => {
  await transaction
    .updateTable('posts')
    .set({ expires_at: endsAt })
    .where('deal_id', '=', dealId)
    .execute();
};

/**
 * Erases the content of deals. Their rows stay, so that search replicas learn of the deletion.
 * Returns their ids.
 */
export const eraseDeals = async (
  writing: DealWriting,
  selection: DealSelection,
  at: Date,
): Promise<readonly number[]> => {
  const ids = await changeDeals(writing, selection, {
    title: '',
    description: '',
    link: null,
    media: '[]',
    tags: [],
    seller_id: null,
    status: 'deleted',
    deleted_at: at,
    updated_at: at,
  });
  for (const table of ['posts', 'deal_deletions', 'price_observations'] as const) {
    await writing.transaction
      .deleteFrom(table)
      .where(isOneOf('deal_id', ids, 'bigint'))
      .execute();
  }
  return ids;
};
