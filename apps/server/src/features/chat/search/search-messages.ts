import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { searchMessages as call } from '@izgodno/contract/chat/message-calls';
import {
  parseSearchText,
  SELF_NAMES,
  type SearchPart,
  type SearchText,
} from '@izgodno/contract/chat/search-text';
import type { TextQuery } from '#features/search/api.ts';
import type { Database } from '#schema/schema.ts';
import { firstUuidV7At } from '#platform/uuid.ts';
import { escapeLike } from '#platform/database/escape-like.ts';
import { plannedEachTime } from '#platform/database/prepared-statements.ts';
import { isOneOf } from '#platform/database/is-one-of.ts';
import { cutPage, readTimeCursor } from '#platform/http/page-cursor.ts';
import { listOwnChannels, type OwnChannelView } from '../channels/channel-rows.ts';
import type { ChatCall, ChatContext } from '../chat-context.ts';
import { presentMessage, selectMessages, type MessageRow } from '../messages/message-rows.ts';

type Condition = RawBuilder<SqlBool>;

/** The first two are the conditions of the partial indexes of messages with files and with links. */
const WITH_FILE = sql<SqlBool>`m.attachments <> '[]'`;
const WITH_LINK = sql<SqlBool>`m.text ~* 'https?://'`;
const WITH_IMAGE = sql<SqlBool>`jsonb_path_exists(m.attachments, '$[*].mimeType ? (@ starts with "image/")')`;

/** What an index knows of the parts that a message must have. */
const knownParts = (has: readonly SearchPart[]): readonly Condition[] => [
  ...(has.includes('file') || has.includes('image') ? [WITH_FILE] : []),
  ...(has.includes('link') ? [WITH_LINK] : []),
];

/** Whether a channel's name, or that of a person in a direct conversation, contains the text. */
const isNamed = ({ channel, users }: OwnChannelView, text: string): boolean =>
  [channel.name, ...users.map(({ name }) => name)].some((name) =>
    name.toLowerCase().includes(text),
  );

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
  const found = await database
    .selectFrom('users')
    .select('id')
    .where((user) => user.or(others.map((name) => user('name', 'ilike', `%${escapeLike(name)}%`))))
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

export interface MessagePage {
  /** Of the newest matches the best ones come first; absent, the newest. */
  readonly byRelevance?: boolean;
  readonly limit: number;
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
  const own = await listOwnChannels(database, userId);
  const channels = own
    .filter(({ channel }) => channelId === undefined || channelId === channel.id)
    .filter((view) => wanted.in.length === 0 || wanted.in.some((name) => isNamed(view, name)))
    .map(({ channel }) => channel);
  const words = textWords.query(wanted.words);
  const isEmpty = words === null && (wanted.words !== '' || !hasOperators(wanted));
  const named = wanted.from.length === 0 ? null : await findSenders(database, userId, wanted.from);
  const senderIds =
    senderId === undefined
      ? named
      : [senderId].filter((id) => named === null || named.includes(id));
  if (isEmpty || channels.length === 0 || senderIds?.length === 0) return null;
  const day = wanted.before === null ? null : firstUuidV7At(Date.parse(wanted.before));
  const until = [before, day].filter((bound) => bound !== null).toSorted()[0] ?? null;
  const channelIds = channels.map(({ id }) => id);
  const messages = channels.reduce((sum, { last_seq }) => sum + last_seq, 0);
  return { channelIds, messages, senderIds, has: wanted.has, until, words };
};

const all = (conditions: readonly Condition[]) =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;

/** Of these messages those that match and fulfil the conditions. */
const selectMatching = (
  from: Parameters<typeof selectMessages>[0],
  { senderIds, has, words }: MessageFilter,
  conditions: readonly Condition[],
) =>
  selectMessages(from)
    .modifyFront(plannedEachTime)
    .select('m.search_words')
    .where('m.deleted_at', 'is', null)
    .where(
      all([
        ...conditions,
        ...(has.includes('image') ? [WITH_IMAGE] : []),
        ...(senderIds === null ? [] : [isOneOf('m.sender_id', senderIds)]),
        ...(words === null
          ? []
          : [
              sql<SqlBool>`m.search_words <> ''`,
              sql<SqlBool>`to_tsvector('simple', m.search_words) @@ to_tsquery('simple', ${words.terms})`,
            ]),
      ]),
    );

type Matching = ReturnType<typeof selectMatching>;

const isBefore = (until: string | null): readonly Condition[] =>
  until === null ? [] : [sql<SqlBool>`m.id < ${until}::uuid`];

/**
 * The newest matches of a filter without words and senders, which most messages pass: in the order of
 * the indexes of ids, because ids rise with the time.
 */
const anyNewest = (database: Database, filter: MessageFilter, limit: number): Matching => {
  const { channelIds, has, until } = filter;
  return selectMatching(database, filter, [
    isOneOf('m.channel_id', channelIds),
    ...knownParts(has),
    ...isBefore(until),
  ])
    .orderBy('m.id', 'desc')
    .limit(limit);
};

/** The newest messages of all channels (with files or links), among which matches are looked for first. */
const WINDOW = 2_000;

/**
 * Matches among the newest messages, the newest first. Parts of the words are looked for before the
 * words, because splitting a text into terms takes most of the time.
 */
const newestInWindow = (database: Database, filter: MessageFilter, limit: number): Matching => {
  const { until, words, has, channelIds } = filter;
  const window = database.with('messages', (query) =>
    query
      .selectFrom('messages as m')
      .selectAll('m')
      .where(all([...knownParts(has), ...isBefore(until)]))
      .orderBy('m.id', 'desc')
      .limit(WINDOW),
  );
  const hasParts = (words?.parts ?? []).map(
    (parts) =>
      sql<SqlBool>`(${sql.join(
        parts.map((part) => sql`strpos(m.search_words, ${part}) > 0`),
        sql` OR `,
      )})`,
  );
  return selectMatching(window, filter, [isOneOf('m.channel_id', channelIds), ...hasParts])
    .orderBy('m.id', 'desc')
    .limit(limit);
};

/** PostgreSQL finds so many messages of channels by their index in about 10 ms. */
const FEW_MESSAGES = 50_000;

/** As a condition that no index fits: PostgreSQL would read much of one to join it with others. */
const withoutIndex = (condition: Condition) => sql<SqlBool>`(${condition}) IS TRUE`;

/** Matches of the index of the words or the senders, the newest first. */
const newestByIndex = (database: Database, filter: MessageFilter, limit: number): Matching => {
  const { channelIds, messages, senderIds, has, until } = filter;
  const isInChannels = isOneOf('m.channel_id', channelIds);
  const isNarrow = senderIds !== null || messages <= FEW_MESSAGES;
  return selectMatching(database, filter, [
    isNarrow ? isInChannels : withoutIndex(isInChannels),
    ...knownParts(has),
    ...isBefore(until).map(withoutIndex),
  ])
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(limit);
};

/** The number of newest matches among which the best are looked for. */
const RANKED = 200;
/** With so many matches in the window, older ones are not looked at. */
const RANKED_LEAST = 10;
/** Divides by the length of the text, so that a short one about the words comes first. */
const BY_LENGTH = 1;

/** The best of the matches, each with the number of all of them. */
const rank = (database: Database, matching: Matching, { terms }: TextQuery, limit: number) =>
  database
    .with('found', () => matching)
    .selectFrom('found')
    .selectAll()
    .select(sql<number>`count(*) OVER ()`.as('matches'))
    .orderBy(
      sql`ts_rank(to_tsvector('simple', search_words), to_tsquery('simple', ${terms}), ${BY_LENGTH}::int)`,
      'desc',
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/**
 * Messages that pass the filter. What is frequent is found among the newest messages, without reading
 * all that match; for the rest an index is read. PostgreSQL does not know how frequent the words of a
 * prefix are, so it cannot choose.
 */
export const findFiltered = async (
  database: Database,
  filter: MessageFilter,
  { byRelevance = false, limit }: MessagePage,
): Promise<readonly MessageRow[]> => {
  const { words, senderIds } = filter;
  if (words === null && senderIds === null) return anyNewest(database, filter, limit).execute();
  if (words === null || !byRelevance) {
    const recent = await newestInWindow(database, filter, limit).execute();
    return recent.length < limit ? newestByIndex(database, filter, limit).execute() : recent;
  }
  const recent = await rank(database, newestInWindow(database, filter, RANKED), words, limit);
  return (recent[0]?.matches ?? 0) < RANKED_LEAST
    ? rank(database, newestByIndex(database, filter, RANKED), words, limit)
    : recent;
};

/**
 * Messages in the caller's channels that contain the words and match the operators. Days are those
 * of UTC.
 */
export const findMessages = async (
  chat: Pick<ChatContext, 'database' | 'words'>,
  userId: string,
  conditions: MessageConditions,
  page: MessagePage,
): Promise<readonly MessageRow[]> => {
  const filter = await readFilter(chat, userId, conditions);
  return filter === null ? [] : findFiltered(chat.database, filter, page);
};

/** Newest first. */
export const searchMessages: ChatCall<typeof call> = async (chat, { query, user }) => {
  const rows = await findMessages(
    chat,
    user.id,
    {
      wanted: parseSearchText(query.q),
      channelId: query.channelId,
      senderId: query.from,
      before: readTimeCursor(query.cursor)?.id ?? null,
    },
    { limit: query.limit + 1 },
  );
  const page = cutPage(
    rows.map((row) => ({ at: row.created_at, id: row.id, row })),
    query.limit,
  );
  return { messages: page.rows.map(({ row }) => presentMessage(row)), nextCursor: page.nextCursor };
};
