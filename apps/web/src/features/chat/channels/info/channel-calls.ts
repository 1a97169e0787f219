import {
  addMember,
  listChannelFiles,
  listMembers,
  removeMember,
  setChannelPreferences,
  updateChannel,
} from '@izgodno/contract/chat/channel-calls';
import * as hookCalls from '@izgodno/contract/chat/hook-calls';
import { listPendingInvitations } from '@izgodno/contract/chat/invitation-calls';
import type { NotificationLevel, OwnChannel } from '@izgodno/contract/chat/channel';
import {
  banMember,
  listBans,
  listChannelLog,
  unbanMember,
  updateMember,
} from '@izgodno/contract/chat/moderation-calls';
import type { CallInput } from '@izgodno/contract/common/call';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { directory } from '../../chat.ts';

const channelKey = (channelId: string) => ['chat', 'channel', channelId] as const;

const cursorOf = (cursor: string) => (cursor === '' ? {} : { cursor });

/** Prefixes of the query keys of a channel, to invalidate them. */
export const membersKey = (channelId: string) => [...channelKey(channelId), 'members'] as const;
export const bansKey = (channelId: string) => [...channelKey(channelId), 'bans'] as const;

/** The members of a channel, by name; `search` is the beginning of a name. */
export const membersQuery = (channelId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: [...membersKey(channelId), search],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.call(
        listMembers,
        {
          params: { id: channelId },
          query: { ...(search === '' ? {} : { q: search }), ...cursorOf(pageParam) },
        },
        signal,
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });

export const filesQuery = (channelId: string) =>
  infiniteQueryOptions({
    queryKey: [...channelKey(channelId), 'files'],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.call(listChannelFiles, { params: { id: channelId }, query: cursorOf(pageParam) }, signal),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Always read again, because files may have been sent since.
    staleTime: 0,
  });

export const bansQuery = (channelId: string) =>
  queryOptions({
    queryKey: bansKey(channelId),
    queryFn: async ({ signal }) =>
      (await api.call(listBans, { params: { id: channelId }, query: {} }, signal)).bans,
  });

export const pendingKey = (channelId: string) => [...channelKey(channelId), 'invited'] as const;

export const pendingQuery = (channelId: string) =>
  queryOptions({
    queryKey: pendingKey(channelId),
    queryFn: async ({ signal }) =>
      (await api.call(listPendingInvitations, { params: { id: channelId }, query: {} }, signal))
        .invitations,
    staleTime: 0,
  });

/** Prefix of the query key of a channel's hooks, to invalidate them. */
export const hooksKey = (channelId: string) => [...channelKey(channelId), 'hooks'] as const;

export const hooksQuery = (channelId: string) =>
  queryOptions({
    queryKey: hooksKey(channelId),
    queryFn: async ({ signal }) =>
      (await api.call(hookCalls.listHooks, { params: { id: channelId }, query: {} }, signal)).hooks,
  });

export const logQuery = (channelId: string) =>
  infiniteQueryOptions({
    queryKey: [...channelKey(channelId), 'log'],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.call(listChannelLog, { params: { id: channelId }, query: cursorOf(pageParam) }, signal),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });

/** Throws `ApiError`, as all below. */
export const changeChannel = async (
  { id, membership }: OwnChannel,
  change: CallInput<typeof updateChannel>['body'],
): Promise<void> => {
  const { channel } = await api.call(updateChannel, { params: { id }, body: change });
  directory.put({ ...channel, membership: channel.membership ?? membership });
};

export const setNotifications = async (
  { id }: OwnChannel,
  notifications: NotificationLevel,
): Promise<void> => {
  await api.call(setChannelPreferences, { params: { id }, body: { notifications } });
  directory.prefer(id, { notifications });
};

/** Invites a user; returns whether the user is a member already. */
export const invite = async (channelId: string, userId: string): Promise<'member' | 'invited'> =>
  (await api.call(addMember, { params: { id: channelId, userId } })).outcome;

/** Removes a member, or withdraws or declines an invitation. Throws `ApiError`. */
export const removeUser = async (channelId: string, userId: string): Promise<void> => {
  await api.call(removeMember, { params: { id: channelId, userId } });
};

export const leaveChannel = async (channelId: string, userId: string): Promise<void> => {
  await removeUser(channelId, userId);
  directory.remove(channelId);
};

/** Appoints, dismisses or mutes a member. */
export const changeMember = async (
  channelId: string,
  userId: string,
  body: CallInput<typeof updateMember>['body'],
): Promise<void> => {
  await api.call(updateMember, { params: { id: channelId, userId }, body });
};

/** `until` is ISO 8601; null is permanent. */
export const ban = async (
  channelId: string,
  userId: string,
  reason: string,
  until: string | null,
): Promise<void> => {
  await api.call(banMember, { params: { id: channelId, userId }, body: { reason, until } });
};

export const unban = async (channelId: string, userId: string): Promise<void> => {
  await api.call(unbanMember, { params: { id: channelId, userId } });
};

/** Makes an incoming hook; returns its address, which is not shown again. */
export const createHook = async (channelId: string, name: string): Promise<string> => {
  const { path } = await api.call(hookCalls.createHook, {
    params: { id: channelId },
    body: { name },
  });
  return new URL(path, location.origin).href;
};

export const deleteHook = async (channelId: string, hookId: string): Promise<void> => {
  await api.call(hookCalls.deleteHook, { params: { id: channelId, hookId } });
};
