import { sql } from 'kysely';
import { SELF_NAMES, type SearchPart, type SearchText } from '@izgodno/contract/chat/search-text';
import { nameFilter } from '@izgodno/contract/common/name-spellings';
import { findFewWith } from '#features/accounts/api.ts';
import type { TextQuery } from '#features/search/api.ts';
import { isOneOf } from '#platform/database/is-one-of.ts';
import { containsName } from '#platform/database/like-name.ts';
import { plannedEachTime } from '#platform/database/prepared-statements.ts';
import { firstUuidV7At } from '#platform/uuid.ts';
import type { Database } from '#schema/schema.ts';
import { usersOf } from '../channels/channel-rows.ts';
import type { ChatContext } from '../chat-context.ts';

/**
 * The channels of a user whose names, or for direct conversations those of their members, contain
 * one of the texts; without texts, all of them.
 */
const findChannels = async (database: Database, userId: string, texts: readonly string[]) => {
  const channels = await database
    .selectFrom('channel_members as m')
    .innerJoin('channels as c', 'c.id', 'm.channel_id')
    .select(['c.id', 'c.name', 'c.kind', 'c.last_seq'])
    .where('m.user_id', '=', userId)
    .execute();
  if (texts.length === 0) return channels;
  const direct = channels.filter(({ kind }) => kind === 'direct').map(({ id }) => id);
  const users = await usersOf(database, direct);
  const filters = texts.map(nameFilter);
  return channels.filter(({ id, name }) =>
    [name, ...(users.get(id) ?? []).map((user) => user.name)].some((known) =>
      filters.some((contains) => contains(known)),
    ),
  );
};

/** The most people that parts of names mean; those with the shortest names are the closest. */
const MOST_SENDERS = 1_000;

/**
 * Ids of the people whose names contain one of the texts. They are read first, because PostgreSQL
 * chooses how to find messages by how often each sender occurs, which it knows of given ids only.
 */
const findSenders = async (
  database: Database,
  userId: string,
  names: readonly string[],
): Promise<readonly string[]> => {
  const self = names.some((name) => SELF_NAMES.has(name)) ? [userId] : [];
  const others = names.filter((name) => !SELF_NAMES.has(name));
  if (others.length === 0) return self;
  const parts = await Promise.all(
    others.map(async (name) => ({ name, few: await findFewWith(database, name) })),
  );
  const found = await database
    .selectFrom('users')
    .modifyFront(plannedEachTime)
    .select('id')
    .where((user) =>
      user.or(
        parts.map(({ name, few }) =>
          user.and([...(few === null ? [] : [isOneOf('id', few)]), containsName('name', name)]),
        ),
      ),
    )
    .orderBy(sql`length(name)`)
    .orderBy('id')
    .limit(MOST_SENDERS)
    .execute();
  return [...self, ...found.map(({ id }) => id)];
};

/** Whether a search has an operator. */
export const hasOperators = (wanted: SearchText): boolean =>
  wanted.from.length + wanted.in.length + wanted.has.length > 0 || wanted.before !== null;

export interface MessageConditions {
  readonly wanted: SearchText;
  readonly channelId?: string | undefined;
  readonly senderId?: string | undefined;
  /** Messages before the one with this id. */
  readonly before?: string | null;
}

/** What the conditions mean in the database. */
export interface MessageFilter {
  readonly channelIds: readonly string[];
  /** The number of messages in these channels, with deleted ones. */
  readonly messages: number;
  /** Null for anybody. */
  readonly senderIds: readonly string[] | null;
  readonly has: readonly SearchPart[];
  /** Messages before this id; null for all. */
  readonly until: string | null;
  /** Null without words. */
  readonly words: TextQuery | null;
}

/** Null if the search finds nothing. */
export const readFilter = async (
  { database, words: textWords }: Pick<ChatContext, 'database' | 'words'>,
  userId: string,
  { wanted, channelId, senderId, before = null }: MessageConditions,
): Promise<MessageFilter | null> => {
  const named = await findChannels(database, userId, wanted.in);
  const channels = named.filter(({ id }) => channelId === undefined || channelId === id);
  const words = textWords.query(wanted.words);
  const isEmpty = words === null && (wanted.words !== '' || !hasOperators(wanted));
  const senders =
    wanted.from.length === 0 ? null : await findSenders(database, userId, wanted.from);
  const senderIds =
    senderId === undefined
      ? senders
      : [senderId].filter((id) => senders === null || senders.includes(id));
  if (isEmpty || channels.length === 0 || senderIds?.length === 0) return null;
  const day = wanted.before === null ? null : firstUuidV7At(Date.parse(wanted.before));
  const until = [before, day].filter((bound) => bound !== null).toSorted()[0] ?? null;
  const channelIds = channels.map(({ id }) => id);
  const messages = channels.reduce((sum, { last_seq }) => sum + last_seq, 0);
  return { channelIds, messages, senderIds, has: wanted.has, until, words };
};
