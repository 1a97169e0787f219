import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { searchMessages as call } from '@izgodno/contract/chat/find-calls';
import { parseSearchText, type SearchPart } from '@izgodno/contract/chat/search-text';
import type { TextQuery } from '#features/search/api.ts';
import type { Database } from '#schema/schema.ts';
import { firstUuidV7At } from '#platform/uuid.ts';
import { plannedEachTime } from '#platform/database/prepared-statements.ts';
import { isOneOf } from '#platform/database/is-one-of.ts';
import { cutPage, readTimeCursor } from '#platform/http/page-cursor.ts';
import type { ChatCall, ChatContext } from '../chat-context.ts';
import { presentMessage, selectMessages, type MessageRow } from '../messages/message-rows.ts';
import { matchedWords, textsOf } from './matched-words.ts';
import { readFilter, type MessageConditions, type MessageFilter } from './message-filter.ts';

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

export interface MessagePage {
  /** Of the newest matches the best ones come first; absent, the newest. */
  readonly byRelevance?: boolean;
  readonly limit: number;
}

const all = (conditions: readonly Condition[]) =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;

/** Of these messages those that match and fulfil the conditions. */
const selectMatching = (
  from: Parameters<typeof selectMessages>[0],
  { senderIds, has }: MessageFilter,
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
      ]),
    );

type Matching = ReturnType<typeof selectMatching>;

/** Has the condition of the indexes of words, so that PostgreSQL uses them. */
const hasTerms = (terms: string): readonly Condition[] => [
  sql<SqlBool>`m.search_words <> ''`,
  sql<SqlBool>`to_tsvector('simple', m.search_words) @@ to_tsquery('simple', ${terms})`,
];

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

/** How many of the newest messages of all channels matches are looked for in first. */
const WINDOW = 2_000;
/** The same of messages with files or links: the indexes of their words are small. */
const PART_WINDOW = 500;

/** For each word whether terms with a space at both ends have it. */
const eachWordIn = (terms: RawBuilder<string>, { patterns }: TextQuery): readonly Condition[] =>
  patterns.map(
    (alternatives) =>
      sql<SqlBool>`(${sql.join(
        alternatives.map((pattern) => sql`strpos(${terms}, ${pattern}) > 0`),
        sql` OR `,
      )})`,
  );

/** For `eachWordIn`, from a subquery of its own: a long text is then read from its storage once. */
const spaced = sql<string>`' ' || m.search_words || ' '`;

/** Whether a message has all of the words, as `hasTerms` says, without splitting its text into terms. */
const hasWords = (words: TextQuery) => sql<SqlBool>`EXISTS (
  SELECT FROM (SELECT ${spaced} AS terms OFFSET 0) AS spaced
   WHERE ${all(eachWordIn(sql`terms`, words))})`;

/** Matches among the newest messages, the newest first. */
const newestInWindow = (
  database: Database,
  filter: MessageFilter,
  limit: number,
  size: number,
): Matching => {
  const { until, words, has, channelIds } = filter;
  const parts = knownParts(has);
  const window = database.with('messages', (query) =>
    query
      .selectFrom('messages as m')
      .selectAll('m')
      .select(spaced.as('terms'))
      .where(all([...parts.slice(0, 1), ...isBefore(until)]))
      .orderBy('m.id', 'desc')
      .limit(size),
  );
  return selectMatching(window, filter, [
    isOneOf('m.channel_id', channelIds),
    ...(words === null ? [] : eachWordIn(sql`terms`, words)),
    ...parts.slice(1),
  ])
    .orderBy('m.id', 'desc')
    .limit(limit);
};

/** PostgreSQL finds so many messages of channels by their index in about 10 ms. */
const FEW_MESSAGES = 50_000;

/** As a condition that no index fits: PostgreSQL would read much of one to join it with others. */
const withoutIndex = (condition: Condition) => sql<SqlBool>`(${condition}) IS TRUE`;

/** Where a search by the index of the words looks first, and by which words. */
interface NearSearch {
  /** The id since which there are about `NEAR` messages. */
  readonly since: string;
  /** The terms of the rare words. */
  readonly rareTerms: string;
}

/** PostgreSQL reads the ids of so many messages in about 3 ms. */
const NEAR = 32_000;
/** The number of newest messages by which `NEAR` and the rare words are estimated. */
const SAMPLE = 500;
/** The beginning of a message's terms that the estimate reads, in characters. */
const SAMPLE_LENGTH = 500;
/** The index reads all messages of a word, which takes 20 ms of one that more of the sample have. */
const RARE_AT_MOST = 10;

/** Null if there are fewer messages than the sample. */
const planNearSearch = async (
  database: Database,
  until: string | null,
  words: TextQuery,
): Promise<NearSearch | null> => {
  const counts = sql.join(
    eachWordIn(sql`terms`, words).map((has) => sql`count(*) FILTER (WHERE ${has})`),
  );
  const { rows } = await sql<{ first: Date; last: Date; seen: number; counts: readonly number[] }>`
    SELECT ${plannedEachTime} min(created_at) AS first, max(created_at) AS last, count(*) AS seen,
      ARRAY[${counts}]::integer[] AS counts
    FROM (SELECT created_at, ' ' || left(search_words, ${SAMPLE_LENGTH}::int) || ' ' AS terms
      FROM messages AS m WHERE ${all(isBefore(until))}
      ORDER BY id DESC LIMIT ${SAMPLE}::int) AS m`.execute(database);
  const [row] = rows;
  if (row === undefined || row.seen < SAMPLE) return null;
  const last = row.last.getTime();
  const span = (last - row.first.getTime()) * (NEAR / SAMPLE);
  const most = Math.max(RARE_AT_MOST, Math.min(...row.counts));
  const rare = words.termsOfWords.filter((_, index) => (row.counts[index] ?? 0) <= most);
  return { since: firstUuidV7At(Math.floor(last - span)), rareTerms: rare.join(' & ') };
};

/** The words by the index of the rare ones; the others are looked for in what it finds. */
const byRareTerms = (words: TextQuery, rareTerms: string): readonly Condition[] =>
  rareTerms === words.terms ? hasTerms(words.terms) : [...hasTerms(rareTerms), hasWords(words)];

/** Matches of the index of the words or the senders, the newest first; with `near`, only those since its id. */
const newestByIndex = (
  database: Database,
  filter: MessageFilter,
  limit: number,
  near: NearSearch | null = null,
): Matching => {
  const { channelIds, messages, senderIds, has, until, words } = filter;
  const parts = knownParts(has);
  const isInChannels = isOneOf('m.channel_id', channelIds);
  const isNarrow = senderIds !== null || messages <= FEW_MESSAGES;
  return selectMatching(database, filter, [
    isNarrow ? isInChannels : withoutIndex(isInChannels),
    ...parts.slice(0, 1),
    ...parts.slice(1).map(withoutIndex),
    ...(words === null ? [] : byRareTerms(words, near?.rareTerms ?? words.terms)),
    ...(near === null
      ? isBefore(until).map(withoutIndex)
      : [sql<SqlBool>`m.id >= ${near.since}::uuid`, ...isBefore(until)]),
  ])
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(limit);
};

/** The number of newest matches among which the best are looked for. */
const RANKED = 200;
/** With so many matches in the window, older ones are not looked at. */
const RANKED_LEAST = 10;
/** The same of those that the index finds near. */
const RANKED_NEAR = 50;
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
 * all that match; what is less frequent by an index among some more; for the rest the whole index is
 * read. PostgreSQL does not know how frequent the words of a prefix are, so it cannot choose.
 */
export const findFiltered = async (
  database: Database,
  filter: MessageFilter,
  { byRelevance = false, limit }: MessagePage,
): Promise<readonly MessageRow[]> => {
  const { words, senderIds, until, has, messages } = filter;
  if (words === null && senderIds === null) return anyNewest(database, filter, limit).execute();
  const ranked = byRelevance ? words : null;
  const most = ranked === null ? limit : RANKED;
  const read = async (matching: Matching) => {
    if (ranked === null) {
      const rows = await matching.execute();
      return { rows, matches: rows.length };
    }
    const rows = await rank(database, matching, ranked, limit);
    return { rows, matches: rows[0]?.matches ?? 0 };
  };
  const size = ranked === null && words !== null && has.length > 0 ? PART_WINDOW : WINDOW;
  const recent = await read(newestInWindow(database, filter, most, size));
  if (recent.matches >= (ranked === null ? limit : RANKED_LEAST)) return recent.rows;
  if (words !== null && has.length === 0 && messages > FEW_MESSAGES) {
    const enough = ranked === null ? limit : RANKED_NEAR;
    // Several frequent words may be together in few messages, whose indexes take long nevertheless.
    const isSlow = ranked === null && words.patterns.length > 1;
    const isLikely = recent.matches * (NEAR / WINDOW) >= enough || isSlow;
    const plan = isLikely ? await planNearSearch(database, until, words) : null;
    const near = plan && (await read(newestByIndex(database, filter, most, plan)));
    if (near !== null && near.matches >= enough) return near.rows;
  }
  return (await read(newestByIndex(database, filter, most))).rows;
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
  const wanted = parseSearchText(query.q);
  const rows = await findMessages(
    chat,
    user.id,
    {
      wanted,
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
  const messages = page.rows.map(({ row }) => presentMessage(row));
  const matched = matchedWords(chat.words.query(wanted.words), messages.flatMap(textsOf));
  return { messages, matched, nextCursor: page.nextCursor };
};
