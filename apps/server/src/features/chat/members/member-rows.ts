import { sql, type Selectable, type Transaction } from 'kysely';
import type { ChannelKind, Member, Membership } from '@izgodno/contract/chat/channel';
import type { Connection, Schema } from '#schema/schema.ts';
import type { ChannelMembersTable, ChannelsTable } from '#schema/chat.ts';
import { isOneOf } from '#platform/database/is-one-of.ts';
import { containsName } from '#platform/database/like-name.ts';
import { plannedEachTime } from '#platform/database/prepared-statements.ts';
import { CallError } from '#platform/http/errors.ts';
import { findFewWith } from '#features/accounts/api.ts';
import { holdRecipients } from '#features/notices/api.ts';
import type { Actor } from '../channels/channel-policy.ts';

export type MembershipRow = Selectable<ChannelMembersTable>;

export const isoOrNull = (time: Date | null): string | null => time?.toISOString() ?? null;

export const presentMembership = (row: MembershipRow, isStarred: boolean): Membership => ({
  role: row.role,
  notifications: row.notifications,
  starred: isStarred,
  readSeq: row.read_seq,
  unreadMarks: row.unread_marks,
  mutedUntil: isoOrNull(row.muted_until),
  joinedAt: row.joined_at.toISOString(),
});

export const findMembership = async (
  connection: Connection,
  channelId: string,
  userId: string,
): Promise<MembershipRow | null> =>
  (await connection
    .selectFrom('channel_members')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) ?? null;

/** The roles of a user whom others act on. */
export const findActor = async (
  connection: Connection,
  channelId: string,
  userId: string,
): Promise<Actor> => {
  const row = await connection
    .selectFrom('users as u')
    .leftJoin('channel_members as m', (join) =>
      join.onRef('m.user_id', '=', 'u.id').on('m.channel_id', '=', channelId),
    )
    .select(['u.role', 'm.role as channelRole'])
    .where('u.id', '=', userId)
    .executeTakeFirst();
  return row ?? { role: 'member', channelRole: null };
};

export interface MemberRow {
  readonly id: string;
  readonly name: string;
  readonly role: MembershipRow['role'];
  readonly muted_until: Date | null;
  readonly joined_at: Date;
  readonly read_seq: number;
  readonly seen_seq: number;
}

/**
 * Only direct conversations show how far each member has read; what they marked as unread stays seen.
 */
export const presentMember = (row: MemberRow, kind: ChannelKind): Member => ({
  user: { id: row.id, name: row.name },
  role: row.role,
  mutedUntil: isoOrNull(row.muted_until),
  joinedAt: row.joined_at.toISOString(),
  readSeq: kind === 'direct' ? Math.max(row.read_seq, row.seen_seq) : null,
});

const selectMembers = (connection: Connection, channelId: string) =>
  connection
    .selectFrom('channel_members as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select([
      'u.id',
      'u.name',
      'c.role',
      'c.muted_until',
      'c.joined_at',
      'c.read_seq',
      'c.seen_seq',
    ])
    .where('c.channel_id', '=', channelId);

export const findMember = async (
  connection: Connection,
  channelId: string,
  userId: string,
): Promise<MemberRow | null> =>
  (await selectMembers(connection, channelId).where('c.user_id', '=', userId).executeTakeFirst()) ??
  null;

export const listMemberRows = async (
  connection: Connection,
  channelId: string,
  page: {
    readonly text: string;
    readonly after: { readonly name: string; readonly id: string } | null;
    readonly limit: number;
  },
): Promise<MemberRow[]> => {
  const few = await findFewWith(connection, page.text);
  return (
    selectMembers(connection, channelId)
      // Of a large channel by names until a page is full, of a small one by members.
      .modifyFront(plannedEachTime)
      .$if(few !== null, (query) => query.where(isOneOf('u.id', few ?? [])))
      .$if(page.text !== '', (query) => query.where(containsName('u.name', page.text)))
      .$if(page.after !== null, (query) =>
        query.where(
          sql<boolean>`(u.name, u.id) > (${page.after?.name ?? ''}, ${page.after?.id ?? null}::uuid)`,
        ),
      )
      .orderBy('u.name')
      .orderBy('u.id')
      .limit(page.limit)
      .execute()
  );
};

/**
 * Adds a user to a channel unless they are in it; earlier messages count as read. Returns whether
 * they were added.
 */
export const insertMember = async (
  connection: Connection,
  channelId: string,
  userId: string,
  member: { readonly role: MembershipRow['role']; readonly at: Date },
): Promise<boolean> => {
  const { rows } = await sql<{ inserted: boolean }>`
    WITH added AS (
      INSERT INTO channel_members (channel_id, user_id, role, joined_at, read_seq, notifications)
      SELECT id, ${userId}::uuid, ${member.role}, ${member.at}::timestamptz, last_seq,
        CASE kind WHEN 'direct' THEN 'all' ELSE 'mentions' END
      FROM channels WHERE id = ${channelId}::uuid
      ON CONFLICT DO NOTHING RETURNING channel_id
    )
    UPDATE channels SET member_count = member_count + 1 FROM added
    WHERE channels.id = added.channel_id RETURNING true AS inserted`.execute(connection);
  return rows.length > 0;
};

/** Removes a user from a channel; returns whether they were in it. */
export const deleteMember = async (
  connection: Connection,
  channelId: string,
  userId: string,
): Promise<boolean> => {
  const { rows } = await sql<{ deleted: boolean }>`
    WITH channel AS (
      -- Locked before the member, as by a message that is being stored.
      SELECT id FROM channels WHERE id = ${channelId}::uuid FOR NO KEY UPDATE
    ), gone AS (
      DELETE FROM channel_members USING channel
      WHERE channel_id = channel.id AND user_id = ${userId}::uuid
      RETURNING channel_id
    )
    UPDATE channels SET member_count = greatest(0, member_count - 1) FROM gone
    WHERE channels.id = gone.channel_id RETURNING true AS deleted`.execute(connection);
  return rows.length > 0;
};

/** Adds a user to every default channel that they are neither in nor banned from. */
export const joinDefaultChannels = async (
  connection: Connection,
  userId: string,
  at: Date,
): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    SELECT c.id FROM channels c WHERE c.is_default
      AND NOT EXISTS (
        SELECT FROM channel_members m WHERE m.channel_id = c.id AND m.user_id = ${userId}::uuid)
      AND NOT EXISTS (
        SELECT FROM channel_bans b WHERE b.channel_id = c.id AND b.user_id = ${userId}::uuid
          AND (b.until IS NULL OR b.until > ${at}))`.execute(connection);
  for (const { id } of rows) await insertMember(connection, id, userId, { role: 'member', at });
};

/**
 * Locks a channel's row until the transaction ends. What is written names these users, whose accounts are
 * held before, because the end of an account locks it before its channels. Throws `not_found`.
 */
export const lockChannel = async (
  transaction: Transaction<Schema>,
  channelId: string,
  userIds: readonly (string | null)[] = [],
): Promise<Selectable<ChannelsTable>> => {
  await holdRecipients(transaction, userIds);
  const channel = await transaction
    .selectFrom('channels')
    .selectAll()
    .where('id', '=', channelId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (channel === undefined) throw new CallError('not_found');
  return channel;
};

export const findBan = async (
  connection: Connection,
  channelId: string,
  userId: string,
  at: Date,
): Promise<boolean> => {
  const ban = await connection
    .selectFrom('channel_bans')
    .select('user_id')
    .where('channel_id', '=', channelId)
    .where('user_id', '=', userId)
    .where((where) => where.or([where('until', 'is', null), where('until', '>', at)]))
    .executeTakeFirst();
  return ban !== undefined;
};
