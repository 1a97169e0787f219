import type { NotificationLevel } from '@izgodno/contract/chat/channel';
import type { Database } from '#schema/schema.ts';
import type { Principal } from '#platform/http/authentication.ts';
import type { Realtime } from '#features/realtime/api.ts';
import type { ChannelAccess } from './channel-access.ts';
import { findMembership } from './member-rows.ts';

export interface OwnMembershipServiceOptions {
  readonly database: Database;
  readonly realtime: Realtime;
  readonly access: ChannelAccess;
}

export type OwnMembershipService = ReturnType<typeof createOwnMembershipService>;

/** Members' own settings in a channel: reading position and notifications. */
export const createOwnMembershipService = ({
  database,
  realtime,
  access,
}: OwnMembershipServiceOptions) => ({
  async setNotifications(
    who: Principal,
    channelId: string,
    notifications: NotificationLevel,
  ): Promise<void> {
    await access.enter(who, channelId);
    await database
      .updateTable('channel_members')
      .set({ notifications })
      .where('channel_id', '=', channelId)
      .where('user_id', '=', who.id)
      .execute();
  },

  /** Moves a reading position forward, never past the newest message. */
  async markRead(
    who: Principal,
    channelId: string,
    seq: number,
  ): Promise<{ readonly readSeq: number; readonly unreadCount: number }> {
    const { channel, unreachable } = await access.enter(who, channelId);
    const reached = Math.min(seq, channel.last_seq);
    const moved = await database
      .updateTable('channel_members')
      .set({ read_seq: reached })
      .where('channel_id', '=', channelId)
      .where('user_id', '=', who.id)
      .where('read_seq', '<', reached)
      .returning('read_seq')
      .executeTakeFirst();
    const readSeq =
      moved?.read_seq ?? (await findMembership(database, channelId, who.id))?.read_seq ?? 0;
    if (moved !== undefined) {
      const event = {
        type: 'channel.read',
        data: { channelId, userId: who.id, readSeq },
      } as const;
      if (channel.kind === 'direct' && !unreachable) realtime.toChannel(channelId, event);
      else realtime.toUsers([who.id], event);
    }
    return { readSeq, unreadCount: Math.max(0, channel.last_seq - readSeq) };
  },
});
