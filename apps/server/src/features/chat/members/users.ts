import { sql } from 'kysely';
import type * as calls from '@izgodno/contract/chat/user-calls';
import type { Presence, PresenceState, Status } from '@izgodno/contract/chat/presence';
import { spellingsOf } from '@izgodno/contract/common/name-spellings';
import { escapeLike } from '#platform/database/escape-like.ts';
import { isOneOf } from '#platform/database/is-one-of.ts';
import { isLikeOneOf } from '#platform/database/like-name.ts';
import { plannedEachTime } from '#platform/database/prepared-statements.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Connection } from '#schema/schema.ts';
import { absent } from '#features/realtime/api.ts';
import type { ChatCall, ChatContext } from '../chat-context.ts';

type Statuses = Pick<ChatContext, 'database' | 'clock'>;

const FOUND_USERS = 10;

const noStatus: Status = { availability: 'auto', emoji: '', text: '', until: null };

/** The presence others see, from a user's status and connections. */
const presenceFrom = (
  userId: string,
  connected: PresenceState,
  { availability, emoji, text }: Status,
): Presence => {
  if (availability === 'invisible') return { userId, state: 'offline', emoji: '', text: '' };
  const state = connected === 'offline' || availability === 'auto' ? connected : availability;
  return { userId, state, emoji, text };
};

const statusesOf = async (
  { database, clock }: Statuses,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Status>> => {
  if (userIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('chat_statuses')
    .selectAll()
    .where(isOneOf('user_id', userIds))
    .where((where) =>
      where.or([where('until', 'is', null), where('until', '>', new Date(clock.now()))]),
    )
    .execute();
  return new Map(
    rows.map(({ user_id, availability, emoji, text, until }) => [
      user_id,
      { availability, emoji, text, until: until?.toISOString() ?? null },
    ]),
  );
};

/** The presence as users who are not blocked see it. */
export const presenceOf = async (
  chat: Statuses,
  states: ReadonlyMap<string, PresenceState>,
): Promise<Presence[]> => {
  const statuses = await statusesOf(chat, [...states.keys()]);
  return [...states].map(([userId, state]) =>
    presenceFrom(userId, state, statuses.get(userId) ?? noStatus),
  );
};

/** For each viewer, which of these users block them and therefore appear offline. */
export const hiddenFrom = async (
  { database }: Pick<ChatContext, 'database'>,
  viewerIds: readonly string[],
  userIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const rows = await database
    .selectFrom('person_blocks')
    .select(['blocker_id', 'blocked_id'])
    .where(isOneOf('blocked_id', viewerIds))
    .where(isOneOf('blocker_id', userIds))
    .execute();
  const byViewer = Map.groupBy(rows, ({ blocked_id }) => blocked_id);
  return new Map(
    [...byViewer].map(([id, blocks]) => [id, new Set(blocks.map(({ blocker_id }) => blocker_id))]),
  );
};

export const getPresence: ChatCall<typeof calls.getPresence> = async (chat, { query, user }) => {
  const [presence, hidden] = await Promise.all([
    presenceOf(chat, chat.realtime.connectionStates(query.userId)),
    hiddenFrom(chat, [user.id], query.userId),
  ]);
  const unseen = hidden.get(user.id);
  return {
    presence: presence.map((seen) => (unseen?.has(seen.userId) ? absent(seen.userId) : seen)),
  };
};

export const getStatus: ChatCall<typeof calls.getStatus> = async (chat, { user }) => ({
  status: (await statusesOf(chat, [user.id])).get(user.id) ?? noStatus,
});

export const setStatus: ChatCall<typeof calls.setStatus> = async (chat, { body, user }) => {
  const row = { ...body, until: body.until === null ? null : new Date(body.until) };
  await chat.database
    .insertInto('chat_statuses')
    .values({ user_id: user.id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  chat.realtime.statusChanged(user.id);
  return { status: (await statusesOf(chat, [user.id])).get(user.id) ?? noStatus };
};

/** The words of a user's name, as the index on them has them. */
const NAME_WORDS = sql`array_to_tsvector(array_remove(string_to_array(lower(name), ' '), ''))`;

/** The index is asked for so many words, which find few; all of them in each spelling took 0.1 s. */
const MOST_WORDS = 4;

/** Asks for words that begin with the first ones of a text. */
const toWordQuery = (text: string): string =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
    .map((word) => `'${word.replaceAll(/['\\]/g, '$&$&')}':*`)
    .join(' & ');

/** Users whose name, or a word of it, starts with the text, in either script. */
export const findUsersByName = (connection: Connection, text: string) => {
  const spellings = spellingsOf(text);
  const words = spellings.map(toWordQuery).join(' | ');
  const beginnings = spellings.map((spelling) => `${escapeLike(spelling)}%`);
  return (
    connection
      .selectFrom('users')
      .modifyFront(plannedEachTime)
      .select(['id', 'name'])
      // The index finds those with these words in any order.
      .where(sql<boolean>`${NAME_WORDS} @@ lower(${words})::tsquery`)
      .where(isLikeOneOf('name', [...beginnings, ...beginnings.map((each) => `% ${each}`)]))
      .orderBy('name')
      .orderBy('id')
      .limit(FOUND_USERS)
      .execute()
  );
};

export const findUsers: ChatCall<typeof calls.findUsers> = async ({ database }, { query }) => ({
  people: await findUsersByName(database, query.q.trim()),
});

/** Throws `forbidden` for another user's. */
export const getLastActiveChannel: ChatCall<typeof calls.getLastActiveChannel> = async (
  { database },
  { params, user },
) => {
  if (user.id !== params.id) throw new CallError('forbidden');
  const row = await database
    .selectFrom('channel_members')
    .select('channel_id')
    .where('user_id', '=', user.id)
    .where('last_active_at', 'is not', null)
    .orderBy('last_active_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { lastActiveChannel: row?.channel_id ?? null };
};

/** The last active messages are private: for other users the map is empty. Throws `not_found`. */
export const getChatProfile: ChatCall<typeof calls.getChatProfile> = async (
  { database },
  { params, user },
) => {
  const { userId } = params;
  const row = await database
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) throw new CallError('not_found');
  const rows =
    user.id === userId
      ? await database
          .selectFrom('channel_members')
          .select(['channel_id', 'last_active_message_id'])
          .where('user_id', '=', userId)
          .where('last_active_message_id', 'is not', null)
          .execute()
      : [];
  const lastActiveMessages = Object.fromEntries(
    rows.flatMap(({ channel_id, last_active_message_id }) =>
      last_active_message_id === null ? [] : [[channel_id, last_active_message_id]],
    ),
  );
  return { user: { ...row, lastActiveMessages } };
};

/** Of two saves the later by its own time wins. Throws `forbidden`, `not_a_member`, `not_found`. */
export const saveLastActiveMessage: ChatCall<typeof calls.saveLastActiveMessage> = async (
  { database, clock },
  { params, body, user, request },
) => {
  const { userId, channelId } = params;
  const { interactionType, lastActiveMessage: messageId } = body;
  if (user.id !== userId) throw new CallError('forbidden');
  const message = await database
    .selectFrom('messages')
    .select('channel_id')
    .where('id', '=', messageId)
    .executeTakeFirst();
  if (message?.channel_id !== channelId) throw new CallError('not_found');
  // A client clock that is ahead must not block later saves.
  const at = new Date(Math.min(new Date(body.timestamp).getTime(), clock.now()));
  const { rows } = await sql<{ user_id: string }>`
    UPDATE channel_members SET
      last_active_message_id = CASE WHEN last_active_at > ${at} THEN last_active_message_id ELSE ${messageId}::uuid END,
      last_active_at = greatest(last_active_at, ${at}::timestamptz)
    WHERE channel_id = ${channelId}::uuid AND user_id = ${userId}::uuid
    RETURNING user_id`.execute(database);
  if (rows.length === 0) throw new CallError('not_a_member');
  // Selecting a channel and viewing a message are stored alike.
  request.log.debug({ channelId, interactionType }, 'last active message');
  return {};
};
