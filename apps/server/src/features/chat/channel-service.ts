import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { isUniqueViolation } from '#platform/database/violations.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Realtime } from '#features/realtime/api.ts';
import type { ChannelAccess } from './channel-access.ts';
import { mayModerate } from './channel-policy.ts';
import {
  blocksAmong,
  findChannel,
  listOwnChannels,
  viewChannel,
  type ChannelView,
} from './channel-rows.ts';
import { directKey, findDirect, insertChannel } from './insert-channel.ts';
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

export type ChannelService = ReturnType<typeof createChannelService>;

/** Creates, finds and changes channels. */
export const createChannelService = (options: ChannelServiceOptions) => {
  const { database, clock, realtime, access, rates } = options;

  const readOwn = async (channelId: string, userId: string): Promise<OwnView> => {
    const channel = await findChannel(database, channelId);
    const membership = await findMembership(database, channelId, userId);
    if (channel === null || membership === null) throw new CallError('not_found');
    return { ...(await viewChannel(database, channel, membership)), membership };
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

  /** Opens an existing direct conversation; a caller who had left it joins it again. */
  const reopen = async (channelId: string, userId: string): Promise<OwnView> => {
    const at = new Date(clock.now());
    if (await insertMember(database, channelId, userId, { role: 'member', at }))
      await announceJoined(channelId, [userId]);
    return readOwn(channelId, userId);
  };

  return {
    announceJoined,

    /** Also joins new users to the default channels. */
    async list(who: Principal): Promise<readonly OwnView[]> {
      await joinDefaultChannels(database, who.id, new Date(clock.now()));
      return listOwnChannels(database, who.id);
    },

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
        const id = await insertChannel(
          database,
          { ...channel, createdBy: who.id, directKey: null },
          [who.id],
          clock.now(),
        );
        await announceJoined(id, [who.id]);
        return await readOwn(id, who.id);
      } catch (error) {
        throw isUniqueViolation(error) ? new CallError('channel_name_taken') : error;
      }
    },

    /** Throws `not_found` if one of the users has no account, `person_unavailable`. */
    async openDirect(who: Principal, others: readonly string[]): Promise<OwnView> {
      const userIds = [...new Set([who.id, ...others])];
      const key = directKey(userIds);
      const known = await findDirect(database, key);
      if (known !== null) return reopen(known, who.id);
      rates.take('channelCreation', who.id);
      const people = await database
        .selectFrom('users')
        .select('id')
        .where('id', 'in', userIds)
        .execute();
      if (people.length !== userIds.length) throw new CallError('not_found');
      if (await blocksAmong(database, who.id, others)) throw new CallError('person_unavailable');
      try {
        const id = await insertChannel(
          database,
          { name: '', topic: '', kind: 'direct', createdBy: who.id, directKey: key },
          userIds,
          clock.now(),
        );
        await announceJoined(id, userIds);
        return await readOwn(id, who.id);
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        // The other side opened it at the same time.
        const opened = await findDirect(database, key);
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
  };
};
