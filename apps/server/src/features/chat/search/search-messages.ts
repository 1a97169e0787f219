import { sql, type SqlBool } from 'kysely';
import type { searchMessages as call } from '@izgodno/contract/chat/message-calls';
import {
  parseSearchText,
  SELF_NAMES,
  type SearchPart,
  type SearchText,
} from '@izgodno/contract/chat/search-text';
import type { Database } from '#schema/schema.ts';
import { firstUuidV7At } from '#platform/uuid.ts';
import { escapeLike } from '#platform/database/escape-like.ts';
import { isOneOf } from '#platform/database/is-one-of.ts';
import { cutPage, readTimeCursor } from '#platform/http/page-cursor.ts';
import { listOwnChannels, type OwnChannelView } from '../channels/channel-rows.ts';
import type { ChatCall, ChatContext } from '../chat-context.ts';
import { presentMessage, selectMessages, type MessageRow } from '../messages/message-rows.ts';

/** The conditions of the partial indexes `messages_files_search` and `messages_links_search`. */
const WITH_FILE = sql<boolean>`m.attachments <> '[]'`;
const WITH_LINK = sql<boolean>`m.text ~* 'https?://'`;

const hasPart: Record<SearchPart, ReturnType<typeof sql<boolean>>> = {
  file: WITH_FILE,
  image: sql<boolean>`${WITH_FILE} AND jsonb_path_exists(m.attachments, '$[*].mimeType ? (@ starts with "image/")')`,
  link: WITH_LINK,
};

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

export interface MessageSearch {
  readonly wanted: SearchText;
  readonly channelId?: string | undefined;
  readonly senderId?: string | undefined;
  /** Messages before the one with this id. */
  readonly before?: string | null;
  /** Of the newest matches the best ones come first; absent, the newest. */
  readonly byRelevance?: boolean;
  readonly limit: number;
}

/** What a search means in the database. */
interface Filter {
  readonly channelIds: readonly string[];
  /** Whether these are all channels of the user. */
  readonly isEverywhere: boolean;
  /** Null for anybody. */
  readonly senderIds: readonly string[] | null;
  readonly has: readonly SearchPart[];
  /** Messages before this id; null for all. */
  readonly until: string | null;
  /** The words for `to_tsquery`; null without words. */
  readonly terms: string | null;
}

/** Null if the search finds nothing. */
const readFilter = async (
  { database, words }: Pick<ChatContext, 'database' | 'words'>,
  userId: string,
  { wanted, channelId, senderId, before = null }: MessageSearch,
): Promise<Filter | null> => {
  const own = await listOwnChannels(database, userId);
  const channelIds = own
    .filter(({ channel }) => channelId === undefined || channelId === channel.id)
    .filter((view) => wanted.in.length === 0 || wanted.in.some((name) => isNamed(view, name)))
    .map(({ channel }) => channel.id);
  const terms = words.query(wanted.words);
  const isEmpty = terms === null && (wanted.words !== '' || !hasOperators(wanted));
  const named = wanted.from.length === 0 ? null : await findSenders(database, userId, wanted.from);
  const senderIds =
    senderId === undefined
      ? named
      : [senderId].filter((id) => named === null || named.includes(id));
  if (isEmpty || channelIds.length === 0 || senderIds?.length === 0) return null;
  const day = wanted.before === null ? null : firstUuidV7At(Date.parse(wanted.before));
  const until = [before, day].filter((bound) => bound !== null).toSorted()[0] ?? null;
  const isEverywhere = channelIds.length === own.length;
  return { channelIds, isEverywhere, senderIds, has: wanted.has, until, terms };
};

/**
 * Whether a message is in one of the channels. The words of a search in all channels are few beside
 * the messages of these, whose indexes PostgreSQL would read whole to join both, unless the condition
 * fits none of them.
 */
const isIn = ({ channelIds, isEverywhere, terms }: Filter) =>
  isEverywhere && terms !== null
    ? sql<SqlBool>`array_position(${channelIds}::uuid[], m.channel_id) IS NOT NULL`
    : isOneOf('m.channel_id', channelIds);

const selectMatching = (database: Database, filter: Filter) => {
  const { senderIds, has, until, terms } = filter;
  return selectMessages(database)
    .select('m.search_words')
    .where(isIn(filter))
    .where('m.deleted_at', 'is', null)
    .$if(terms !== null, (select) =>
      select
        .where(sql<boolean>`m.search_words <> ''`)
        .where(
          sql<boolean>`to_tsvector('simple', m.search_words) @@ to_tsquery('simple', ${terms})`,
        ),
    )
    .$if(senderIds !== null, (select) => select.where(isOneOf('m.sender_id', senderIds ?? [])))
    .$if(has.length > 0, (select) =>
      select.where(
        sql<boolean>`${sql.join(
          has.map((part) => hasPart[part]),
          sql` AND `,
        )}`,
      ),
    )
    .$if(until !== null, (select) => select.where('m.id', '<', until ?? ''));
};

type Matching = ReturnType<typeof selectMatching>;

/** The newest messages among which words are looked for first. */
const WINDOW = 1_000;

/** Narrows to the newest messages of all channels; to none if there are no more of them. */
const inWindow = (matching: Matching, until: string | null): Matching =>
  matching.where(
    sql<boolean>`m.id > (SELECT id FROM messages WHERE ${until}::uuid IS NULL OR id < ${until}::uuid
      ORDER BY id DESC OFFSET ${WINDOW}::int LIMIT 1)`,
  );

/** In the order of `messages_id`, because ids rise with the time. */
const newest = (matching: Matching, limit: number): Matching =>
  matching.orderBy('m.id', 'desc').limit(limit);

/** In an order without an index, so that PostgreSQL reads an index of the words. */
const newestByWords = (matching: Matching, limit: number): Matching =>
  matching.orderBy('m.created_at', 'desc').orderBy('m.id', 'desc').limit(limit);

/** The number of newest matches among which the best are looked for. */
const RANKED = 200;
/** With so many matches in the window, older ones are not looked at. */
const RANKED_LEAST = 10;
/** Divides by the length of the text, so that a short one about the words comes first. */
const BY_LENGTH = 1;

/** The best of the matches, each with the number of all of them. */
const rank = (database: Database, matching: Matching, terms: string, limit: number) =>
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
 * Messages in the caller's channels that contain the words and match the operators. Days are those
 * of UTC. A frequent word is found among the newest messages, without reading all that have it; for
 * another one the index of the words is read. PostgreSQL does not know how frequent the words of a
 * prefix are, so it cannot choose.
 */
export const findMessages = async (
  chat: Pick<ChatContext, 'database' | 'words'>,
  userId: string,
  search: MessageSearch,
): Promise<readonly MessageRow[]> => {
  const { database } = chat;
  const { limit, byRelevance = false } = search;
  const filter = await readFilter(chat, userId, search);
  if (filter === null) return [];
  const { terms, has, until } = filter;
  const matching = selectMatching(database, filter);
  if (terms === null) return newest(matching, limit).execute();
  // Messages with files or links have indexes of their words of their own.
  const hasWindow = has.length === 0;
  if (!byRelevance) {
    const recent = hasWindow ? await newest(inWindow(matching, until), limit).execute() : [];
    return recent.length < limit ? newestByWords(matching, limit).execute() : recent;
  }
  const recent = hasWindow
    ? await rank(database, newest(inWindow(matching, until), RANKED), terms, limit)
    : [];
  return (recent[0]?.matches ?? 0) < RANKED_LEAST
    ? rank(database, newestByWords(matching, RANKED), terms, limit)
    : recent;
};

/** Newest first. */
export const searchMessages: ChatCall<typeof call> = async (chat, { query, user }) => {
  const rows = await findMessages(chat, user.id, {
    wanted: parseSearchText(query.q),
    channelId: query.channelId,
    senderId: query.from,
    before: readTimeCursor(query.cursor)?.id ?? null,
    limit: query.limit + 1,
  });
  const page = cutPage(
    rows.map((row) => ({ at: row.created_at, id: row.id, row })),
    query.limit,
  );
  return { messages: page.rows.map(({ row }) => presentMessage(row)), nextCursor: page.nextCursor };
};
