import { isBlocked } from '#features/blocks/api.ts';
import { isOneOf } from '#platform/database/is-one-of.ts';
import { sql, type Selectable } from 'kysely';
import type { Channel, OwnChannel, SeenChannel } from '@izgodno/contract/chat/channel';
import type { Connection } from '#schema/schema.ts';
import { compiled } from '#platform/database/compiled.ts';
import { containsName } from '#platform/database/like-name.ts';
import { plannedEachTime } from '#platform/database/prepared-statements.ts';
import type { ChannelsTable } from '#schema/chat.ts';
import { isoOrNull, presentMembership, type MembershipRow } from '../members/member-rows.ts';

export type ChannelRow = Selectable<ChannelsTable>;

interface ChannelUser {
  readonly id: string;
  readonly name: string;
}

/** A channel with the caller's membership and, for a direct conversation, its members. */
export interface ChannelView {
  readonly channel: ChannelRow;
  readonly membership: MembershipRow | null;
  readonly users: readonly ChannelUser[];
  /** Whether its senders are shown who has read their messages. */
  readonly showsReaders: boolean;
  /** Whether the member keeps it at the top of their list. */
  readonly isStarred: boolean;
}

export type OwnChannelView = ChannelView & { readonly membership: MembershipRow };

export const presentChannel = ({ channel, users, showsReaders }: ChannelView): Channel => ({
  id: channel.id,
  name: channel.name,
  kind: channel.kind,
  topic: channel.topic,
  isDefault: channel.is_default,
  archivedAt: isoOrNull(channel.archived_at),
  createdAt: channel.created_at.toISOString(),
  slowModeSeconds: channel.slow_mode_seconds,
  memberCount: channel.member_count,
  people: [...users],
  lastSeq: channel.last_seq,
  version: channel.version,
  showsReaders: channel.kind === 'direct' || showsReaders,
  ...(channel.deal_id === null
    ? {}
    : { deal: { id: String(channel.deal_id), seq: channel.deal_seq } }),
});

export const presentSeen = (view: ChannelView): SeenChannel => ({
  ...presentChannel(view),
  membership: view.membership === null ? null : presentMembership(view.membership, view.isStarred),
});

export const presentOwn = (view: OwnChannelView): OwnChannel => ({
  ...presentChannel(view),
  membership: presentMembership(view.membership, view.isStarred),
});

export const findChannel = async (
  connection: Connection,
  channelId: string,
): Promise<ChannelRow | null> =>
  (await connection
    .selectFrom('channels')
    .selectAll()
    .where('id', '=', channelId)
    .executeTakeFirst()) ?? null;

/** A channel, a user's membership in it if any, and their name if the account exists. */
export interface ChannelOfUser {
  readonly channel: ChannelRow;
  readonly membership: MembershipRow | null;
  readonly userName: string | null;
  /** Whether messages of a direct conversation cannot be delivered. */
  readonly unreachable: boolean;
  /** Whether the user has sent the message that was asked for. */
  readonly isSent: boolean;
}

/**
 * Whether the direct conversation `c` is closed to a user: the other side has left it or deleted
 * their account, or one of the two blocks the other.
 */
export const isUnreachable = (userId: string) => sql<boolean>`CASE
  WHEN c.kind <> 'direct' THEN false
  WHEN c.member_count = 1 THEN coalesce(position(' ' in c.direct_key) > 0, false)
  WHEN c.member_count = 2 THEN EXISTS (
    SELECT FROM channel_members o
    WHERE o.channel_id = c.id AND o.user_id <> ${userId}::uuid
      AND ${isBlocked(sql`o.user_id`, sql`${userId}::uuid`)})
  ELSE false END`;

/** Whether the messages of the channel `c` are shown: all but the comments on removed deals. */
export const isShown = sql<boolean>`(c.kind <> 'deal' OR EXISTS (
  SELECT FROM deals d WHERE d.id = c.deal_id AND d.deleted_at IS NULL))`;

/** Whether there is such a channel whose messages are shown. */
export const isChannelShown = async (connection: Connection, channelId: string): Promise<boolean> =>
  (await connection
    .selectFrom('channels as c')
    .select('c.id')
    .where('c.id', '=', channelId)
    .where(isShown)
    .executeTakeFirst()) !== undefined;

/** Every user takes part in comments like a member of their channel, which stores none. */
const asCommenter = ({ created_at }: ChannelRow) =>
  ({ role: 'member', notifications: 'none', joined_at: created_at, read_seq: 0 }) as const;

const memberColumns = [
  'm.role',
  'm.notifications',
  'm.joined_at',
  'm.read_seq',
  'm.unread_marks',
  'm.seen_seq',
  'm.muted_until',
  'm.last_active_message_id',
  'm.last_active_at',
  'm.last_sent_at',
] as const;

export interface ChannelQuery {
  /** The message with this client id is asked for, too. */
  readonly clientId?: string;
  /** Also finds the channel of a removed deal, to delete or report a comment. */
  readonly ofRemovedDeal?: boolean;
}

type ChannelKeys = Readonly<Record<'channelId' | 'userId', string>> &
  Readonly<{ clientId: string | null; ofRemovedDeal: boolean }>;

const readChannelOf = compiled(
  (connection: Connection, { channelId, userId, clientId, ofRemovedDeal }: ChannelKeys) =>
    connection
      .selectFrom('channels as c')
      .leftJoin('channel_members as m', (join) =>
        join.onRef('m.channel_id', '=', 'c.id').on('m.user_id', '=', userId),
      )
      .leftJoin('users as u', (join) => join.on('u.id', '=', userId))
      .selectAll('c')
      .select(memberColumns)
      .select(['u.name as user_name', isUnreachable(userId).as('unreachable')])
      .select((channel) =>
        channel
          .exists(
            channel
              .selectFrom('messages as s')
              .select('s.seq')
              .whereRef('s.channel_id', '=', 'c.id')
              .where('s.sender_id', '=', userId)
              .where('s.client_id', '=', clientId),
          )
          .as('is_sent'),
      )
      .where('c.id', '=', channelId)
      .where(sql<boolean>`(${isShown} OR ${ofRemovedDeal}::boolean)`),
);

/**
 * Null if there is no such channel, or if its deal is removed. One statement, because every call on
 * a channel starts with it; it also says whether the user has sent the message with this client id
 * there.
 */
export const findChannelOf = async (
  connection: Connection,
  channelId: string,
  userId: string,
  { clientId, ofRemovedDeal = false }: ChannelQuery = {},
): Promise<ChannelOfUser | null> => {
  const keys = { channelId, userId, clientId: clientId ?? null, ofRemovedDeal };
  const [row] = await readChannelOf(connection, keys);
  if (row === undefined) return null;
  const {
    role,
    notifications,
    joined_at,
    read_seq,
    unread_marks,
    seen_seq,
    muted_until,
    last_active_message_id,
    last_active_at,
    last_sent_at,
    user_name: userName,
    unreachable,
    is_sent,
    ...channel
  } = row;
  const isSent = Boolean(is_sent);
  const isMember =
    role !== null && notifications !== null && joined_at !== null && read_seq !== null;
  const settings = {
    unread_marks: unread_marks ?? 0,
    seen_seq: seen_seq ?? 0,
    muted_until,
    last_active_message_id,
    last_active_at,
    last_sent_at,
  };
  const key = { channel_id: channelId, user_id: userId };
  if (isMember) {
    const membership = { ...key, role, notifications, joined_at, read_seq, ...settings };
    return { channel, membership, userName, unreachable, isSent };
  }
  const membership =
    channel.kind === 'deal' && userName !== null
      ? { ...key, ...asCommenter(channel), ...settings }
      : null;
  return { channel, membership, userName, unreachable, isSent };
};

/** Whether a user blocks one of the others or is blocked by one. */
export const blocksAmong = async (
  connection: Connection,
  userId: string,
  others: readonly string[],
): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM unnest(${others}::uuid[]) AS id
     WHERE ${isBlocked(sql`id`, sql`${userId}::uuid`)} LIMIT 1`.execute(connection);
  return rows.length > 0;
};

/** The members of direct conversations, by channel id. */
export const usersOf = async (
  connection: Connection,
  channelIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ChannelUser[]>> => {
  if (channelIds.length === 0) return new Map();
  const rows = await connection
    .selectFrom('channel_members as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.channel_id', 'u.id', 'u.name'])
    .where(isOneOf('c.channel_id', channelIds))
    .orderBy('u.name')
    .execute();
  const byChannel = Map.groupBy(rows, (row) => row.channel_id);
  return new Map(
    [...byChannel].map(([channelId, users]) => [
      channelId,
      users.map(({ id, name }) => ({ id, name })),
    ]),
  );
};

/** The channels of a user's pairs that are starred, and those that show who has read. */
const settingsOf = async (
  connection: Connection,
  pairs: readonly { channel: ChannelRow; membership: MembershipRow | null }[],
) => {
  const ids = pairs.map(({ channel }) => channel.id);
  const showing = await connection
    .selectFrom('channel_readers')
    .select('channel_id')
    .where(isOneOf('channel_id', ids))
    .execute();
  const user = pairs.find(({ membership }) => membership !== null)?.membership?.user_id;
  const starred =
    user === undefined
      ? []
      : await connection
          .selectFrom('starred_channels')
          .select('channel_id')
          .where('user_id', '=', user)
          .execute();
  return {
    showing: new Set(showing.map((row) => row.channel_id)),
    starred: new Set(starred.map((row) => row.channel_id)),
  };
};

/** The views of channels with memberships of one user. */
const viewChannels = async (
  connection: Connection,
  pairs: readonly { channel: ChannelRow; membership: MembershipRow | null }[],
): Promise<ChannelView[]> => {
  const direct = pairs.flatMap(({ channel }) => (channel.kind === 'direct' ? [channel.id] : []));
  const users = await usersOf(connection, direct);
  const { showing, starred } = await settingsOf(connection, pairs);
  return pairs.map(({ channel, membership }) => ({
    channel,
    membership,
    users: users.get(channel.id) ?? [],
    showsReaders: showing.has(channel.id),
    isStarred: membership !== null && starred.has(channel.id),
  }));
};

export const viewChannel = async (
  connection: Connection,
  channel: ChannelRow,
  membership: MembershipRow | null,
): Promise<ChannelView> => {
  const [view] = await viewChannels(connection, [{ channel, membership }]);
  if (view === undefined) throw new Error('A channel has one view.');
  return view;
};

interface NameCursor {
  readonly name: string;
  readonly id: string;
}

const isAfter = (cursor: NameCursor | null) =>
  sql<boolean>`(name, id) > (${cursor?.name ?? ''}, ${cursor?.id ?? null}::uuid)`;

/** Every channel of a user, by name; those after a cursor, if there is one. */
export const listOwnChannels = async (
  connection: Connection,
  userId: string,
  after: NameCursor | null,
): Promise<OwnChannelView[]> => {
  const memberships = await connection
    .selectFrom('channel_members')
    .selectAll()
    .where('user_id', '=', userId)
    .execute();
  if (memberships.length === 0) return [];
  const byChannel = new Map(memberships.map((row) => [row.channel_id, row]));
  const channels = await connection
    .selectFrom('channels')
    .selectAll()
    .where(isOneOf('id', byChannel.keys()))
    .$if(after !== null, (query) => query.where(isAfter(after)))
    .orderBy('name')
    .orderBy('id')
    .execute();
  const views = await viewChannels(
    connection,
    channels.map((channel) => ({ channel, membership: byChannel.get(channel.id) ?? null })),
  );
  return views.flatMap((view) =>
    view.membership === null ? [] : [{ ...view, membership: view.membership }],
  );
};

export interface PublicChannelsQuery {
  readonly userId: string;
  readonly text: string;
  readonly archived: boolean;
  readonly after: NameCursor | null;
  readonly limit: number;
}

export const listPublicChannels = async (
  connection: Connection,
  { userId, text, archived, after, limit }: PublicChannelsQuery,
): Promise<ChannelView[]> => {
  const channels = await connection
    .selectFrom('channels')
    .selectAll()
    // A constant, as in the index's condition.
    .where(sql<boolean>`kind = 'public'`)
    .where('archived_at', archived ? 'is not' : 'is', null)
    .$if(text !== '', (query) =>
      query.modifyFront(plannedEachTime).where(containsName('name', text)),
    )
    .$if(after !== null, (query) => query.where(isAfter(after)))
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute();
  if (channels.length === 0) return [];
  const memberships = await connection
    .selectFrom('channel_members')
    .selectAll()
    .where('user_id', '=', userId)
    .where(
      'channel_id',
      'in',
      channels.map(({ id }) => id),
    )
    .execute();
  const byChannel = new Map(memberships.map((row) => [row.channel_id, row]));
  return viewChannels(
    connection,
    channels.map((channel) => ({ channel, membership: byChannel.get(channel.id) ?? null })),
  );
};
