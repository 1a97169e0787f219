import { sql } from 'kysely';
import type { searchMessages as call } from '@izgodno/contract/chat/message-calls';
import {
  parseSearchText,
  SELF_NAMES,
  type SearchPart,
  type SearchText,
} from '@izgodno/contract/chat/search-text';
import { escapeLike } from '#platform/database/escape-like.ts';
import { isOneOf } from '#platform/database/is-one-of.ts';
import { cutPage, readTimeCursor, type TimeCursor } from '#platform/http/page-cursor.ts';
import { listOwnChannels, type OwnChannelView } from '../channels/channel-rows.ts';
import type { ChatCall, ChatContext } from '../chat-context.ts';
import { presentMessage, selectMessages, type MessageRow } from '../messages/message-rows.ts';

const hasPart: Record<SearchPart, ReturnType<typeof sql<boolean>>> = {
  file: sql<boolean>`m.attachments <> '[]'`,
  image: sql<boolean>`jsonb_path_exists(m.attachments, '$[*].mimeType ? (@ starts with "image/")')`,
  link: sql<boolean>`m.text ~* 'https?://'`,
};

/** Whether a channel's name, or that of a person in a direct conversation, contains the text. */
const isNamed = ({ channel, users }: OwnChannelView, text: string): boolean =>
  [channel.name, ...users.map(({ name }) => name)].some((name) =>
    name.toLowerCase().includes(text),
  );

const isFrom = (names: readonly string[], userId: string) =>
  sql<boolean>`(${sql.join(
    names.map((name) =>
      SELF_NAMES.has(name)
        ? sql`m.sender_id = ${userId}::uuid`
        : sql`u.name ILIKE ${`%${escapeLike(name)}%`}`,
    ),
    sql` OR `,
  )})`;

/** Whether a search has an operator. */
export const hasOperators = (wanted: SearchText): boolean =>
  wanted.from.length + wanted.in.length + wanted.has.length > 0 || wanted.before !== null;

export interface MessageSearch {
  readonly wanted: SearchText;
  readonly channelId?: string | undefined;
  readonly senderId?: string | undefined;
  readonly before?: TimeCursor | null;
  /** Of the newest matches the best ones come first; absent, the newest. */
  readonly byRelevance?: boolean;
  readonly limit: number;
}

/** The number of newest matches among which the best are looked for. */
const RANKED = 1_000;
/** Divides by the length of the text, so that a short one about the words comes first. */
const BY_LENGTH = 1;

/**
 * Messages in the caller's channels that contain the words and match the operators. Days are those
 * of UTC.
 */
export const findMessages = async (
  { database, words }: Pick<ChatContext, 'database' | 'words'>,
  userId: string,
  { wanted, channelId, senderId, before = null, byRelevance = false, limit }: MessageSearch,
): Promise<readonly MessageRow[]> => {
  const own = await listOwnChannels(database, userId);
  const channelIds = own
    .filter(({ channel }) => channelId === undefined || channelId === channel.id)
    .filter((view) => wanted.in.length === 0 || wanted.in.some((name) => isNamed(view, name)))
    .map(({ channel }) => channel.id);
  const terms = words.query(wanted.words);
  const isEmpty = terms === null && (wanted.words !== '' || !hasOperators(wanted));
  if (isEmpty || channelIds.length === 0) return [];
  const found = selectMessages(database)
    .select('m.search_words')
    .where(isOneOf('m.channel_id', channelIds))
    .where('m.deleted_at', 'is', null)
    .$if(terms !== null, (select) =>
      select
        .where(sql<boolean>`m.search_words <> ''`)
        .where(
          sql<boolean>`to_tsvector('simple', m.search_words) @@ to_tsquery('simple', ${terms})`,
        ),
    )
    .$if(wanted.from.length > 0, (select) => select.where(isFrom(wanted.from, userId)))
    .$if(wanted.has.length > 0, (select) =>
      select.where(
        sql<boolean>`${sql.join(
          wanted.has.map((part) => hasPart[part]),
          sql` AND `,
        )}`,
      ),
    )
    .$if(wanted.before !== null, (select) =>
      select.where(
        sql<boolean>`m.created_at < ${wanted.before}::date::timestamp AT TIME ZONE 'UTC'`,
      ),
    )
    .$if(senderId !== undefined, (select) => select.where('m.sender_id', '=', senderId ?? ''))
    .$if(before !== null, (select) =>
      select.where(
        sql<boolean>`(m.created_at, m.id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::uuid)`,
      ),
    )
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc');
  if (!byRelevance || terms === null) return found.limit(limit).execute();
  return database
    .with('found', () => found.limit(RANKED))
    .selectFrom('found')
    .selectAll()
    .orderBy(
      sql`ts_rank(to_tsvector('simple', search_words), to_tsquery('simple', ${terms}), ${BY_LENGTH}::int)`,
      'desc',
    )
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
};

/** Newest first. */
export const searchMessages: ChatCall<typeof call> = async (chat, { query, user }) => {
  const rows = await findMessages(chat, user.id, {
    wanted: parseSearchText(query.q),
    channelId: query.channelId,
    senderId: query.from,
    before: readTimeCursor(query.cursor),
    limit: query.limit + 1,
  });
  const page = cutPage(
    rows.map((row) => ({ at: row.created_at, id: row.id, row })),
    query.limit,
  );
  return { messages: page.rows.map(({ row }) => presentMessage(row)), nextCursor: page.nextCursor };
};
