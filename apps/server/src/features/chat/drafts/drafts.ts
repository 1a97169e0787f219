import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import * as calls from '@izgodno/contract/chat/draft-calls';
import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Connection, Database, Schema } from '#schema/schema.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { CallError } from '#platform/http/errors.ts';
import { cutPageBy, readPageCursor } from '#platform/http/page-cursor.ts';
import { enterChannel } from '../channels/channel-context.ts';
import type { ChatCall } from '../chat-context.ts';

type Draft = calls.MessageDraft;
type DraftKey = Pick<Draft, 'channelId' | 'threadId'> & { readonly userId: string };

const selectDrafts = (connection: Connection, userId: string) =>
  connection
    .selectFrom('message_drafts')
    .select(['channel_id as channelId', 'thread_id as threadId', 'text', 'people', 'version'])
    .where('user_id', '=', userId);

/** For the list and for the export of an account; the newest first. */
export const readDraftsOf = (
  database: Database,
  userId: string,
): Promise<AccountParts['messageDrafts']> =>
  selectDrafts(database, userId).orderBy('version', 'desc').execute();

export const listDrafts: ChatCall<typeof calls.listDrafts> = async (
  { database },
  { query: { limit = Infinity, cursor }, user },
) => {
  const [after = Infinity] = readPageCursor(z.tuple([z.int()]), cursor) ?? [];
  const drafts = (await readDraftsOf(database, user.id)).filter(({ version }) => version < after);
  const { rows, nextCursor } = cutPageBy(drafts, limit, ({ version }) => [version]);
  return { drafts: rows, nextCursor };
};

const nextVersion = sql<number>`nextval(pg_get_serial_sequence('message_drafts', 'version'))`;

const isAt = ({ channelId, threadId, userId }: DraftKey) =>
  sql<boolean>`user_id = ${userId}::uuid AND channel_id = ${channelId}::uuid
    AND thread_id IS NOT DISTINCT FROM ${threadId}::uuid`;

type Text = Pick<Draft, 'text' | 'people'>;

/** Replaces the stored text if it is still that of `version`. Returns the new version. */
const replace = async (
  connection: Connection,
  key: DraftKey,
  { text, people }: Text,
  version: number,
): Promise<number | undefined> => {
  const row = await connection
    .updateTable('message_drafts')
    .set({ text, people: JSON.stringify(people), version: nextVersion })
    .where(isAt(key))
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst();
  return row?.version;
};

/** Erases the stored text if it is still that of `version`. Returns the version of the empty state. */
const erase = async (
  connection: Connection,
  key: DraftKey,
  version: number,
): Promise<number | undefined> => {
  const row = await connection
    .deleteFrom('message_drafts')
    .where(isAt(key))
    .where('version', '=', version)
    .returning(nextVersion.as('version'))
    .executeTakeFirst();
  return row?.version;
};

const findDraft = (connection: Connection, key: DraftKey): Promise<Draft | undefined> =>
  selectDrafts(connection, key.userId).where(isAt(key)).executeTakeFirst();

interface Written {
  readonly stored: boolean;
  readonly draft: Draft;
}

const written = ({ channelId, threadId }: DraftKey, text: Text, version: number): Written => ({
  stored: true,
  draft: { channelId, threadId, ...text, version },
});

/** Stores a text unless there is one already. Throws `limit_reached`. */
const insert = async (
  transaction: Transaction<Schema>,
  key: DraftKey,
  text: Text,
): Promise<Written> => {
  const { channelId, threadId, userId } = key;
  await oneAtATime(transaction, `drafts of ${userId}`);
  const known = await findDraft(transaction, key);
  if (known !== undefined) return { stored: false, draft: known };
  const { count } = await transaction
    .selectFrom('message_drafts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (count >= calls.MAX_DRAFTS) throw new CallError('limit_reached');
  const { version } = await transaction
    .insertInto('message_drafts')
    .values({
      user_id: userId,
      channel_id: channelId,
      thread_id: threadId,
      text: text.text,
      people: JSON.stringify(text.people),
    })
    .returning('version')
    .executeTakeFirstOrThrow();
  return written(key, text, version);
};

/** A text that the device has not seen stays, because it may be all that there is of it. */
const write = async (
  database: Database,
  key: DraftKey,
  text: Text,
  version: number,
): Promise<Written> => {
  const isErased = text.text === '';
  const changed = await (isErased
    ? erase(database, key, version)
    : replace(database, key, text, version));
  if (changed !== undefined) return written(key, text, changed);
  if (!isErased)
    return database.transaction().execute((transaction) => insert(transaction, key, text));
  const known = await findDraft(database, key);
  return known === undefined ? written(key, text, version) : { stored: false, draft: known };
};

/**
 * Throws `not_found`, `not_a_member`, `limit_reached`, and `forbidden` for comments, which have no
 * members.
 */
export const storeDraft: ChatCall<typeof calls.storeDraft> = async (chat, { body, user }) => {
  const { channelId, threadId, text, people, version } = body;
  const { policy } = await enterChannel(chat, user, channelId);
  if (policy.kind === 'deal') throw new CallError('forbidden');
  const key = { channelId, threadId, userId: user.id };
  const { stored, draft } = await write(chat.database, key, { text, people }, version);
  if (stored && draft.version !== version)
    chat.realtime.toUsers([user.id], { type: 'draft.changed', data: { draft } });
  return { stored, draft };
};
