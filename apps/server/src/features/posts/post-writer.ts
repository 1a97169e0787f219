import { createHash } from 'node:crypto';
import { DAY_MS } from '@izgodno/contract/common/durations';
import type { Media } from '@izgodno/contract/deals/deal';
import {
  type DealChanges,
  type DealDraft,
  DEFAULT_DEAL_LIFETIME_DAYS,
} from '@izgodno/contract/posts/calls';
import { CallError } from '#platform/http/errors.ts';
import { classifyDeal } from '#features/search/api.ts';
import type { Files, FileSubject } from '#features/uploads/api.ts';
import { unknownFiles } from './draft-checks.ts';
import { MEMBERS_SOURCE, type DealStatus } from '@izgodno/contract/deals/vocabulary';
import { fileIdOfUrl } from '@izgodno/contract/uploads/file';
import type { Transaction } from 'kysely';
import type { Database, Schema } from '#schema/schema.ts';
import { changeDeals, createDeals, type DealWriting, setPostEnd } from '#features/deals/api.ts';
import type { Insertable } from 'kysely';
import { convertMinor, euroCents, type Money } from '@izgodno/contract/common/money';
import type { DealsTable } from '#schema/deals.ts';

type DraftColumns = Pick<
  Insertable<DealsTable>,
  | 'title'
  | 'description'
  | 'brand_slug'
  | 'kind'
  | 'link'
  | 'category'
  | 'condition'
  | 'location_id'
  | 'tags'
  | 'media'
  | 'price_amount'
  | 'price_currency'
  | 'price_eur'
  | 'original_amount'
  | 'delivery_eur'
>;

const classOf = ({
  title,
  category,
  tags,
}: DealDraft): Pick<DraftColumns, 'brand_slug' | 'kind'> => {
  const { brandSlug, kind } = classifyDeal({ title, category, tags, brand: null });
  return { brand_slug: brandSlug, kind };
};

/** The columns of a draft's deal. */
const toColumns = (draft: DealDraft, media: readonly Media[]): DraftColumns => ({
  title: draft.title,
  description: draft.description,
  ...classOf(draft),
  link: draft.link,
  category: draft.category,
  condition: draft.condition,
  location_id: draft.location,
  tags: draft.tags,
  media: JSON.stringify(media),
  price_amount: draft.price.amount,
  price_currency: draft.price.currency,
  price_eur: euroCents(draft.price),
  original_amount: draft.originalPrice?.amount ?? null,
  delivery_eur: draft.delivery === null ? null : euroCents(draft.delivery),
});

/** The content of a post: a checked draft, and the media of its files. */
interface PostContent {
  readonly draft: DealDraft;
  readonly media: readonly Media[];
}

export interface NewPost extends PostContent {
  /** The id in the source of members' posts; the same for each repetition of one post. */
  readonly externalId: string;
  readonly sellerId: string;
  readonly contentHash: Buffer;
}

export interface ChangedPost extends PostContent {
  /** Undefined leaves the one of the latest `createDeal` unchanged. */
  readonly contentHash: Buffer | undefined;
  /** Null sets the default end; undefined leaves it unchanged. */
  readonly expiresAt: string | null | undefined;
}

const expiryOf = (expiresAt: string | null, now: Date): Date =>
  expiresAt === null
    ? new Date(now.getTime() + DEFAULT_DEAL_LIFETIME_DAYS * DAY_MS)
    : new Date(expiresAt);

export interface StoredDraft {
  readonly sellerId: string | null;
  readonly status: DealStatus;
  readonly draft: DealDraft;
}

const changed = <Value>(now: Value | undefined, before: Value): Value =>
  now === undefined ? before : now;

/**
 * The former price after changes. If only one of the two prices is new, it is converted to the
 * currency of the price: the form sends euros, also for a post that was stored in leva.
 */
const mergeFormerPrice = (before: DealDraft, changes: DealChanges): Money | null => {
  const { currency } = changed(changes.price, before.price);
  const former = changed(changes.originalPrice, before.originalPrice);
  const isOneNew = (changes.price === undefined) !== (changes.originalPrice === undefined);
  return former === null || !isOneNew
    ? former
    : { amount: convertMinor(former.amount, former.currency, currency), currency };
};

/** A draft with changes applied; each file occurs once. */
export const mergeDraft = (before: DealDraft, changes: DealChanges): DealDraft => ({
  title: changed(changes.title, before.title),
  description: changed(changes.description, before.description),
  price: changed(changes.price, before.price),
  originalPrice: mergeFormerPrice(before, changes),
  delivery: changed(changes.delivery, before.delivery),
  category: changed(changes.category, before.category),
  condition: changed(changes.condition, before.condition),
  location: changed(changes.location, before.location),
  tags: changed(changes.tags, before.tags),
  media: [...new Set(changed(changes.media, before.media))],
  link: changed(changes.link, before.link),
  expiresAt: changed(changes.expiresAt, before.expiresAt),
});

/** The draft of a stored post; null if there is no such post. */
export const readDraft = async (
  database: Database,
  dealId: number,
): Promise<StoredDraft | null> => {
  const row = await database
    .selectFrom('deals')
    .innerJoin('posts', 'posts.deal_id', 'deals.id')
    .select([
      'deals.seller_id',
      'deals.status',
      'deals.title',
      'deals.description',
      'deals.price_amount',
      'deals.price_currency',
      'deals.original_amount',
      'deals.delivery_eur',
      'deals.category',
      'deals.condition',
      'deals.location_id',
      'deals.tags',
      'deals.media',
      'deals.link',
      'posts.expires_at',
    ])
    .where('deals.id', '=', dealId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const currency = row.price_currency;
  return {
    sellerId: row.seller_id,
    status: row.status,
    draft: {
      title: row.title,
      description: row.description,
      price: { amount: row.price_amount, currency },
      originalPrice:
        row.original_amount === null ? null : { amount: row.original_amount, currency },
      delivery: row.delivery_eur === null ? null : { amount: row.delivery_eur, currency: 'EUR' },
      category: row.category,
      condition: row.condition,
      location: row.location_id,
      tags: row.tags,
      media: row.media.flatMap(({ url }) => fileIdOfUrl(url) ?? []),
      link: row.link,
      expiresAt: row.expires_at.toISOString(),
    },
  };
};

/** The digest of a post's content, as `createDeal` was given it. */
export const hashContent = (given: DealDraft): Buffer =>
  createHash('sha256').update(JSON.stringify(given)).digest();

/** A post, with the digest of the content given last under its client id. */
export interface Posted {
  readonly id: number;
  readonly contentHash: Buffer;
}

/** The deal posted under this external id, if any. */
export const findPosted = async (
  database: Database,
  externalId: string,
): Promise<Posted | undefined> =>
  database
    .selectFrom('deals')
    .select(['id', 'content_hash as contentHash'])
    .where('source_id', '=', MEMBERS_SOURCE)
    .where('external_id', '=', externalId)
    .executeTakeFirst();

/**
 * Stores a post with its first price and returns its deal's id; undefined if it is already stored.
 */
export const insertPost = async (
  writing: DealWriting,
  { externalId, sellerId, contentHash, draft, media }: NewPost,
  now: Date,
): Promise<number | undefined> => {
  const columns = {
    ...toColumns(draft, media),
    source_id: MEMBERS_SOURCE,
    external_id: externalId,
    content_hash: contentHash,
    seller_id: sellerId,
    posted_at: now,
  };
  const [id] = await createDeals(writing, [{ columns, endsAt: expiryOf(draft.expiresAt, now) }]);
  return id;
};

/** Stores a post's new content. */
export const updatePost = async (
  writing: DealWriting,
  dealId: number,
  { contentHash, draft, media, expiresAt }: ChangedPost,
  now: Date,
): Promise<void> => {
  await changeDeals(
    writing,
    { ids: [dealId] },
    {
      ...toColumns(draft, media),
      ...(contentHash === undefined ? {} : { content_hash: contentHash }),
      updated_at: now,
    },
  );
  if (expiresAt !== undefined)
    await setPostEnd(writing.transaction, dealId, expiryOf(expiresAt, now));
};

/**
 * Attaches files of the owner to a deal in place of its former ones. Throws `validation_failed`.
 */
export const holdFiles = async (
  files: Files,
  transaction: Transaction<Schema>,
  deal: { readonly id: number; readonly ownerId: string },
  fileIds: readonly string[],
): Promise<void> => {
  const subject: FileSubject = { kind: 'deal', id: String(deal.id) };
  await files.release(subject, { keep: fileIds, transaction });
  await files.attach(fileIds, subject, deal.ownerId, transaction).catch((error: unknown) => {
    throw error instanceof CallError && error.code === 'not_found' ? unknownFiles(error) : error;
  });
};
