import type { Activity, NotificationLevel } from '@izgodno/contract/chat/channel';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { isUniqueViolation } from '#platform/database/violations.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import type { ChannelAccess } from './channel-access.ts';
import { mayModerate } from './channel-policy.ts';
import {
  findChannel,
  listActivity,
  listOwnChannels,
  viewChannel,
  type ChannelRow,
  type ChannelView,
} from './channel-rows.ts';
import {
  findMembership,
  insertMember,
  joinDefaultChannels,
  type MembershipRow,
} from './member-rows.ts';
import { presentChannel, presentOwn } from './present-channel.ts';
import type { RateLimits } from './rate-limits.ts';

export interface ChannelServiceOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly realtime: Realtime;
  readonly access: ChannelAccess;
  readonly rates: RateLimits;
}

export interface ChannelChanges {
  readonly name?: string | undefined;
  readonly topic?: string | undefined;
  readonly slowModeSeconds?: number | undefined;
  readonly archived?: boolean | undefined;
}

type OwnView = ChannelView & { readonly membership: MembershipRow };

/** Whether two sets of people are one conversation is decided by this text. */
const directKey = (userIds: readonly string[]): string => [...userIds].sort().join(' ');

export type ChannelService = ReturnType<typeof createChannelService>;

/** Channels themselves: making, finding, changing, reading positions. */
export const createChannelService = (options: ChannelServiceOptions) => {
  const { database, clock, realtime, access, rates } = options;

  const viewOwn = async (channel: ChannelRow, userId: string): Promise<OwnView> => {
    const membership = await findMembership(database, channel.id, userId);
    if (membership === null) throw new CallError('not_found');
    return { ...(await viewChannel(database, channel, membership)), membership };
  };

  const readOwn = async (channelId: string, userId: string): Promise<OwnView> => {
    const channel = await findChannel(database, channelId);
    if (channel === null) throw new CallError('not_found');
    return viewOwn(channel, userId);
  };

  const announceJoined = async (channelId: string, userIds: readonly string[]): Promise<void> => {
    realtime.membershipChanged(userIds);
    for (const userId of userIds) {
      const view = await readOwn(channelId, userId);
      realtime.toUsers([userId], {
        type: 'channel.joined',
        data: { channel: presentOwn(view, view.membership) },
      });
    }
  };

  const insertChannel = async (
    channel: Pick<ChannelRow, 'name' | 'kind' | 'topic'> & {
      readonly createdBy: string;
      readonly directKey: string | null;
    },
    memberIds: readonly string[],
  ): Promise<string> => {
    const now = clock.now();
    const id = createUuidV7(now);
    const at = new Date(now);
    await database.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('channels')
        .values({
          id,
          name: channel.name,
          kind: channel.kind,
          topic: channel.topic,
          direct_key: channel.directKey,
          created_by: channel.createdBy,
          created_at: at,
          archived_at: null,
        })
        .execute();
      for (const userId of memberIds) {
        const role = channel.kind !== 'direct' && userId === channel.createdBy ? 'owner' : 'member';
        await insertMember(transaction, id, userId, { role, at });
      }
    });
    return id;
  };

  const findDirect = async (key: string): Promise<string | null> =>
    (
      await database
        .selectFrom('channels')
        .select('id')
        .where('direct_key', '=', key)
        .executeTakeFirst()
    )?.id ?? null;

  return {
    readOwn,
    announceJoined,

    /** Also the moment at which newcomers join the default channels. */
    async list(who: Principal): Promise<readonly OwnView[]> {
      await joinDefaultChannels(database, who.id, new Date(clock.now()));
      return listOwnChannels(database, who.id);
    },

    activity: (who: Principal): Promise<Activity[]> => listActivity(database, who.id),

    /** Throws `channel_name_taken`. */
    async create(
      who: Principal,
      channel: {
        readonly name: string;
        readonly topic: string;
        readonly kind: 'public' | 'private';
      },
    ): Promise<OwnView> {
      rates.take('channelCreation', who.id);
      try {
        const id = await insertChannel({ ...channel, createdBy: who.id, directKey: null }, [
          who.id,
        ]);
        await announceJoined(id, [who.id]);
        return await readOwn(id, who.id);
      } catch (error) {
        throw isUniqueViolation(error) ? new CallError('channel_name_taken') : error;
      }
    },

    /** Throws `not_found` where one of the people is nobody. */
    async openDirect(who: Principal, others: readonly string[]): Promise<OwnView> {
      const userIds = [...new Set([who.id, ...others])];
      const key = directKey(userIds);
      const known = await findDirect(key);
      if (known !== null) return readOwn(known, who.id);
      rates.take('channelCreation', who.id);
      const people = await database
        .selectFrom('users')
        .select('id')
        .where('id', 'in', userIds)
        .execute();
      if (people.length !== userIds.length) throw new CallError('not_found');
      try {
        const id = await insertChannel(
          { name: '', topic: '', kind: 'direct', createdBy: who.id, directKey: key },
          userIds,
        );
        await announceJoined(id, userIds);
        return await readOwn(id, who.id);
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        // The other side has opened it at the same time.
        const opened = await findDirect(key);
        if (opened === null) throw error;
        return readOwn(opened, who.id);
      }
    },

    /** Throws `forbidden`, `channel_name_taken`. */
    async update(who: Principal, channelId: string, changes: ChannelChanges): Promise<ChannelView> {
      const { channel, membership, actor, policy } = await access.see(who, channelId);
      if (!mayModerate(actor, policy)) throw new CallError('forbidden');
      const { name, topic, slowModeSeconds, archived } = changes;
      if (archived === true && channel.is_default) throw new CallError('forbidden');
      try {
        const updated = await database
          .updateTable('channels')
          .set({
            name: name ?? channel.name,
            topic: topic ?? channel.topic,
            slow_mode_seconds: slowModeSeconds ?? channel.slow_mode_seconds,
            ...(archived === undefined
              ? {}
              : { archived_at: archived ? new Date(clock.now()) : null }),
          })
          .where('id', '=', channelId)
          .returningAll()
          .executeTakeFirstOrThrow();
        const view = await viewChannel(database, updated, membership);
        realtime.toChannel(channelId, {
          type: 'channel.changed',
          data: { channel: presentChannel(view) },
        });
        return view;
      } catch (error) {
        throw isUniqueViolation(error) ? new CallError('channel_name_taken') : error;
      }
    },

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

    /** Moves a reading position on, never back, and never past the newest message. */
    async markRead(
      who: Principal,
      channelId: string,
      seq: number,
    ): Promise<{ readonly readSeq: number; readonly unreadCount: number }> {
      const { channel } = await access.enter(who, channelId);
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
        if (channel.kind === 'direct') realtime.toChannel(channelId, event);
        else realtime.toUsers([who.id], event);
      }
      return { readSeq, unreadCount: Math.max(0, channel.last_seq - readSeq) };
    },
  };
};
