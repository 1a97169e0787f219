import type { Transaction } from 'kysely';
import { isOneOf } from '#platform/database/is-one-of.ts';
import type { Connection, Schema } from '#schema/schema.ts';
import type { NoticeDraft, NoticeSubject } from './notice-publisher.ts';

/** Every deal of a notice. */
export const dealIdsOf = (about: NoticeSubject): readonly number[] => {
  if (about.kind === 'saved_search') return about.dealIds;
  return 'dealId' in about ? [about.dealId] : [];
};

/** The users blocked by each reader; readers without blocks are left out. */
export const readBlocks = async (
  connection: Connection,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const rows = await connection
    .selectFrom('person_blocks')
    .select(['blocker_id', 'blocked_id'])
    .where(isOneOf('blocker_id', userIds))
    .execute();
  const byBlocker = Map.groupBy(rows, ({ blocker_id }) => blocker_id);
  return new Map(
    [...byBlocker].map(([id, blocks]) => [id, new Set(blocks.map(({ blocked_id }) => blocked_id))]),
  );
};

/** A draft without the given deals; null if nothing remains. */
const withoutDeals = (
  draft: NoticeDraft,
  isLeftOut: (dealId: number) => boolean,
): NoticeDraft | null => {
  const { about } = draft;
  if (!dealIdsOf(about).some(isLeftOut)) return draft;
  if (about.kind !== 'saved_search') return null;
  const dealIds = about.dealIds.filter((id) => !isLeftOut(id));
  return dealIds.length === 0 ? null : { ...draft, about: { ...about, dealIds } };
};

/** Removes deals of blocked members from drafts of notices. */
export const leaveOutBlocked = async (
  transaction: Transaction<Schema>,
  drafts: readonly NoticeDraft[],
): Promise<readonly NoticeDraft[]> => {
  const blocks = await readBlocks(transaction, [...new Set(drafts.map(({ userId }) => userId))]);
  if (blocks.size === 0) return drafts;
  const concerned = drafts.filter(({ userId }) => blocks.has(userId));
  const rows = await transaction
    .selectFrom('deals')
    .select(['id', 'seller_id'])
    .where(
      isOneOf(
        'id',
        concerned.flatMap(({ about }) => dealIdsOf(about)),
        'bigint',
      ),
    )
    .where('seller_id', 'is not', null)
    .execute();
  const sellers = new Map(rows.map(({ id, seller_id }) => [id, seller_id ?? '']));
  return drafts.flatMap((draft) => {
    const blocked = blocks.get(draft.userId);
    if (blocked === undefined) return [draft];
    return withoutDeals(draft, (id) => blocked.has(sellers.get(id) ?? '')) ?? [];
  });
};
