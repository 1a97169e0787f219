import { sql, type Transaction } from 'kysely';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { phoneNumbersIn } from '@izgodno/contract/common/phone-numbers';
import type { Deal } from '@izgodno/contract/deals/deal';
import * as calls from '@izgodno/contract/posts/calls';
import type { getDealContact as getDealContactCall } from '@izgodno/contract/posts/contact-calls';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { holdAccount } from '#features/accounts/api.ts';
import { isBlocked } from '#features/blocks/api.ts';
import { applyStatus, lockDeal, type StatusAction } from '#features/deals/api.ts';
import type { Connection, Schema } from '#schema/schema.ts';
import { checkDraft } from './draft-checks.ts';
import { countOwn } from './own-posts.ts';
import { mayChangeDeal, mayReadContact } from './post-policy.ts';
import {
  findPosted,
  hashContent,
  holdFiles,
  insertPost,
  mergeDraft,
  readDraft,
  updatePost,
  type Posted,
  type StoredDraft,
} from './post-writer.ts';
import type { PostsCall, PostsContext } from './posts-context.ts';

/** More posts in a day than a person makes. */
export const MAX_POSTS_A_DAY = 100;

const readOwn = async ({ dealLookup }: PostsContext, dealId: number): Promise<Deal> => {
  const [deal] = await dealLookup.read([dealId], { deleted: true, whole: true });
  if (deal === undefined) throw new CallError('not_found');
  return deal;
};

const rejectFlood = async (
  { clock }: PostsContext,
  transaction: Transaction<Schema>,
  sellerId: string,
): Promise<void> => {
  await oneAtATime(transaction, `posts of ${sellerId}`);
  const { posts } = await transaction
    .selectFrom('deals')
    .select((expression) => expression.fn.countAll<number>().as('posts'))
    .where('seller_id', '=', sellerId)
    .where('posted_at', '>', new Date(clock.now() - DAY_MS))
    .executeTakeFirstOrThrow();
  if (posts >= MAX_POSTS_A_DAY) throw new CallError('rate_limited', { retryAfter: DAY_MS / 1000 });
};

/** The post of a user who may change it. Throws `not_found` and `forbidden`. */
const requireOwn = async (
  { database, dealLookup }: PostsContext,
  who: Principal,
  dealId: number,
  connection: Connection = database,
): Promise<StoredDraft> => {
  const stored = await readDraft(connection, dealId);
  if (stored !== null && mayChangeDeal(who, stored)) return stored;
  const [shown] = await dealLookup.read([dealId]);
  // Deleted deals of other users are not revealed.
  throw new CallError(shown === undefined ? 'not_found' : 'forbidden');
};

const setStatus = async (
  context: PostsContext,
  who: Principal,
  id: string,
  action: StatusAction,
): Promise<Deal> => {
  const { database, bus, clock } = context;
  const dealId = Number(id);
  await requireOwn(context, who, dealId);
  await database.transaction().execute(async (transaction) => {
    const now = clock.now();
    await holdAccount(transaction, who.id, new Date(now));
    await applyStatus({ transaction, bus }, dealId, action, now);
  });
  return readOwn(context, dealId);
};

interface PostUpdate {
  readonly changes: calls.DealChanges;
  /** Of what a client posted under its own id. */
  readonly contentHash?: Buffer;
}

const update = async (
  context: PostsContext,
  who: Principal,
  dealId: number,
  { changes, contentHash }: PostUpdate,
): Promise<Deal> => {
  const { database, bus, clock, files } = context;
  await requireOwn(context, who, dealId);
  await database.transaction().execute(async (transaction) => {
    await lockDeal(transaction, dealId);
    const stored = await requireOwn(context, who, dealId, transaction);
    if (stored.status === 'deleted') throw new CallError('status_conflict');
    const draft = mergeDraft(stored.draft, changes);
    const { expiresAt } = changes;
    const now = clock.now();
    const checks = { database: transaction, files, now, ownerId: who.id };
    const media = await checkDraft(checks, draft, expiresAt ?? null);
    const content = { contentHash, draft, media, expiresAt };
    await updatePost({ transaction, bus }, dealId, content, new Date(now));
    await holdFiles(files, transaction, { id: dealId, ownerId: who.id }, draft.media);
  });
  return readOwn(context, dealId);
};

/**
 * Updates the post under a client id. The content given last under the id is only repeated, which must
 * not undo what changed since.
 */
const correct = (
  context: PostsContext,
  who: Principal,
  posted: Posted,
  given: calls.DealDraft,
): Promise<Deal> => {
  const contentHash = hashContent(given);
  return posted.contentHash.equals(contentHash)
    ? readOwn(context, posted.id)
    : update(context, who, posted.id, { changes: given, contentHash });
};

/** Posts a deal; if the user has already posted under the same `clientId`, updates that post. */
export const createDeal: PostsCall<typeof calls.createDeal> = async (
  context,
  { body: { clientId, ...given }, user },
) => {
  const { database, bus, clock, files } = context;
  const now = clock.now();
  const externalId = clientId === undefined ? createUuidV7(now) : `${user.id}/${clientId}`;
  const posted = clientId === undefined ? undefined : await findPosted(database, externalId);
  if (posted !== undefined) return { deal: await correct(context, user, posted, given) };
  const draft = mergeDraft(given, {});
  const checks = { database, files, now, ownerId: user.id };
  const media = await checkDraft(checks, draft, draft.expiresAt);
  const inserted = await database.transaction().execute(async (transaction) => {
    await rejectFlood(context, transaction, user.id);
    await holdAccount(transaction, user.id, new Date(now));
    const contentHash = hashContent(given);
    const post = { externalId, sellerId: user.id, contentHash, draft, media };
    const id = await insertPost({ transaction, bus }, post, new Date(now));
    if (id !== undefined)
      await holdFiles(files, transaction, { id, ownerId: user.id }, draft.media);
    return id;
  });
  if (inserted !== undefined) return { deal: await readOwn(context, inserted) };
  // A concurrent call with the same id was first.
  const first = await findPosted(database, externalId);
  if (first === undefined) throw new CallError('not_found');
  return { deal: await correct(context, user, first, given) };
};

export const getDealDraft: PostsCall<typeof calls.getDealDraft> = async (
  context,
  { params, user },
) => {
  const { draft, status } = await requireOwn(context, user, Number(params.id));
  const described = await context.files.describe(draft.media);
  const media = draft.media.flatMap((id) => {
    const file = described.get(id);
    return file?.kind === 'image' || file?.kind === 'video'
      ? { id, url: file.url, kind: file.kind, width: file.width, height: file.height }
      : [];
  });
  return { draft, status, media };
};

const areBlocked = async (
  { database }: PostsContext,
  one: string,
  other: string,
): Promise<boolean> => {
  const { rows } = await sql<{ blocked: boolean }>`
    SELECT ${isBlocked(sql`${one}::uuid`, sql`${other}::uuid`)} AS blocked`.execute(database);
  return rows[0]?.blocked ?? false;
};

/** The telephone numbers of a post. Throws `not_found` and `forbidden`. */
export const getDealContact: PostsCall<typeof getDealContactCall> = async (
  context,
  { params, user },
) => {
  const post = await readDraft(context.database, Number(params.id));
  if (post === null || post.sellerId === null) throw new CallError('not_found');
  if (post.status === 'deleted' && !mayChangeDeal(user, post)) throw new CallError('not_found');
  const isBlocked = await areBlocked(context, post.sellerId, user.id);
  if (!mayReadContact(user, { sellerId: post.sellerId, isBlocked }))
    throw new CallError('forbidden');
  const { title, description, tags } = post.draft;
  return { numbers: [...phoneNumbersIn([title, description, ...tags].join('\n'))] };
};

export const updateDeal: PostsCall<typeof calls.updateDeal> = async (
  context,
  { params, body, user },
) => ({ deal: await update(context, user, Number(params.id), { changes: body }) });

/** Deletes a post; the response says until when it can be restored. */
export const deleteDeal: PostsCall<typeof calls.deleteDeal> = async (context, { params, user }) => {
  const { database, clock } = context;
  const deal = await setStatus(context, user, params.id, { kind: 'delete', by: 'owner' });
  const { deleted_at } = await database
    .selectFrom('deals')
    .select('deleted_at')
    .where('id', '=', Number(params.id))
    .executeTakeFirstOrThrow();
  const deletedAt = deleted_at?.getTime() ?? clock.now();
  return { deal, restorableUntil: new Date(deletedAt + calls.RESTORE_WINDOW_MS).toISOString() };
};

export const restoreDeal: PostsCall<typeof calls.restoreDeal> = async (
  context,
  { params, user },
) => ({ deal: await setStatus(context, user, params.id, { kind: 'restore', by: 'owner' }) });

export const changeDealStatus: PostsCall<typeof calls.changeDealStatus> = async (
  context,
  { params, body: { status }, user },
) => {
  const deal = await setStatus(
    context,
    user,
    params.id,
    status === 'deleted' ? { kind: 'delete', by: 'owner' } : { kind: 'set', status },
  );
  return { deal, counts: await countOwn(context, user.id) };
};
