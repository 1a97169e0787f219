import { isOneOf } from '#platform/database/is-one-of.ts';
import { sql } from 'kysely';
import type { searchMessages as call } from '@izgodno/contract/chat/message-calls';
import { cutPage, readLatestFirstCursor } from '#platform/http/page-cursor.ts';
import { listOwnChannels } from '../channels/channel-rows.ts';
import type { ChatCall } from '../chat-context.ts';
import { presentMessage, selectMessages } from '../messages/message-rows.ts';

/** Messages in the caller's channels that contain the terms, newest first. */
export const searchMessages: ChatCall<typeof call> = async (
  { database, words },
  { query, user },
) => {
  const own = await listOwnChannels(database, user.id);
  const channelIds = own.flatMap(({ channel }) =>
    query.channelId === undefined || query.channelId === channel.id ? [channel.id] : [],
  );
  const before = readLatestFirstCursor(query.cursor);
  const terms = words.query(query.q);
  if (terms === null || channelIds.length === 0) return { messages: [], nextCursor: null };
  const rows = await selectMessages(database)
    .where(isOneOf('m.channel_id', channelIds))
    .where(sql<boolean>`m.search_words <> ''`)
    .where(sql<boolean>`to_tsvector('simple', m.search_words) @@ to_tsquery('simple', ${terms})`)
    .where('m.deleted_at', 'is', null)
    .$if(query.from !== undefined, (select) => select.where('m.sender_id', '=', query.from ?? ''))
    .$if(before !== null, (select) =>
      select.where(
        sql<boolean>`(m.created_at, m.id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::uuid)`,
      ),
    )
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(query.limit + 1)
    .execute();
  const page = cutPage(
    rows.map((row) => ({ at: row.created_at, id: row.id, row })),
    query.limit,
  );
  return { messages: page.rows.map(({ row }) => presentMessage(row)), nextCursor: page.nextCursor };
};
