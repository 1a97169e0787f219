import { sql } from 'kysely';
import type { ChatPerson } from '@izgodno/contract/chat/channel';
import type { Presence, PresenceState, Status } from '@izgodno/contract/chat/presence';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { escapeLike } from '#platform/database/escape-like.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';

const FOUND_PEOPLE = 10;

const noStatus: Status = { availability: 'auto', emoji: '', text: '', until: null };

/** The presence others see, from a user's status and connections. */
export const presenceFrom = (
  userId: string,
  connected: PresenceState,
  { availability, emoji, text }: Status,
): Presence => {
  if (availability === 'invisible') return { userId, state: 'offline', emoji: '', text: '' };
  const state = connected === 'offline' || availability === 'auto' ? connected : availability;
  return { userId, state, emoji, text };
};

export type PersonService = ReturnType<typeof createPersonService>;

/** Chat's data about users. */
export const createPersonService = (database: Database, clock: Clock) => {
  const statusesOf = async (userIds: readonly string[]): Promise<ReadonlyMap<string, Status>> => {
    if (userIds.length === 0) return new Map();
    const rows = await database
      .selectFrom('chat_statuses')
      .selectAll()
      .where('user_id', 'in', [...userIds])
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

  return {
    /** The presence as users who are not blocked see it. */
    async presence(states: ReadonlyMap<string, PresenceState>): Promise<Presence[]> {
      const statuses = await statusesOf([...states.keys()]);
      return [...states].map(([userId, state]) =>
        presenceFrom(userId, state, statuses.get(userId) ?? noStatus),
      );
    },

    /** For each viewer, which of these users block them and therefore appear offline. */
    async hiddenFrom(
      viewerIds: readonly string[],
      userIds: readonly string[],
    ): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
      const rows = await database
        .selectFrom('person_blocks')
        .select(['blocker_id', 'blocked_id'])
        .where(sql<boolean>`blocked_id = ANY(${viewerIds}::uuid[])`)
        .where(sql<boolean>`blocker_id = ANY(${userIds}::uuid[])`)
        .execute();
      const byViewer = Map.groupBy(rows, ({ blocked_id }) => blocked_id);
      return new Map(
        [...byViewer].map(([id, blocks]) => [
          id,
          new Set(blocks.map(({ blocker_id }) => blocker_id)),
        ]),
      );
    },

    async status(userId: string): Promise<Status> {
      return (await statusesOf([userId])).get(userId) ?? noStatus;
    },

    async setStatus(userId: string, status: Status): Promise<void> {
      const row = { ...status, until: status.until === null ? null : new Date(status.until) };
      await database
        .insertInto('chat_statuses')
        .values({ user_id: userId, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute();
    },

    /** Users whose name, or a word of it, starts with the text. */
    find(text: string): Promise<ChatPerson[]> {
      const escaped = escapeLike(text.trim());
      return database
        .selectFrom('users')
        .select(['id', 'name'])
        .where((where) =>
          where.or([
            where('name', 'ilike', `${escaped}%`),
            where('name', 'ilike', `% ${escaped}%`),
          ]),
        )
        .orderBy('name')
        .orderBy('id')
        .limit(FOUND_PEOPLE)
        .execute();
    },

    /** Throws `forbidden` for another user's. */
    async lastActiveChannel(who: Principal, userId: string): Promise<string | null> {
      if (who.id !== userId) throw new CallError('forbidden');
      const row = await database
        .selectFrom('channel_members')
        .select('channel_id')
        .where('user_id', '=', userId)
        .where('last_active_at', 'is not', null)
        .orderBy('last_active_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.channel_id ?? null;
    },

    /**
     * The last active messages are private: for other users the map is empty. Throws `not_found`.
     */
    async profile(
      who: Principal,
      userId: string,
    ): Promise<ChatPerson & { readonly lastActiveMessages: Record<string, string> }> {
      const person = await database
        .selectFrom('users')
        .select(['id', 'name'])
        .where('id', '=', userId)
        .executeTakeFirst();
      if (person === undefined) throw new CallError('not_found');
      const rows =
        who.id === userId
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
      return { ...person, lastActiveMessages };
    },

    /**
     * Of two saves the later by its own time wins. Throws `forbidden`, `not_a_member`, `not_found`.
     */
    async saveLastActive(
      who: Principal,
      place: {
        readonly userId: string;
        readonly channelId: string;
        readonly messageId: string;
        readonly at: Date;
      },
    ): Promise<void> {
      if (who.id !== place.userId) throw new CallError('forbidden');
      const message = await database
        .selectFrom('messages')
        .select('channel_id')
        .where('id', '=', place.messageId)
        .executeTakeFirst();
      if (message?.channel_id !== place.channelId) throw new CallError('not_found');
      // A client clock that is ahead must not block later saves.
      const at = new Date(Math.min(place.at.getTime(), clock.now()));
      const { rows } = await sql<{ user_id: string }>`
        UPDATE channel_members SET
          last_active_message_id = CASE WHEN last_active_at > ${at} THEN last_active_message_id ELSE ${place.messageId}::uuid END,
          last_active_at = greatest(last_active_at, ${at}::timestamptz)
        WHERE channel_id = ${place.channelId}::uuid AND user_id = ${place.userId}::uuid
        RETURNING user_id`.execute(database);
      if (rows.length === 0) throw new CallError('not_a_member');
    },
  };
};
