import {
  addMember,
  createChannel as createChannelCall,
  openDirect as openDirectCall,
  setChannelPreferences,
} from '@izgodno/contract/chat/channel-calls';
import { api } from '#core/api/api.ts';
import { directory } from '../chat.ts';

/** Creates a channel and returns its id. Throws `ApiError`. */
export const createChannel = async (
  name: string,
  kind: 'public' | 'private',
  topic: string,
): Promise<string> => {
  const { channel } = await api.call(createChannelCall, { body: { name, kind, topic } });
  directory.put(channel);
  return channel.id;
};

/**
 * Returns the id of the direct conversation with these users, about a deal if one is given. Throws
 * `ApiError`.
 */
export const openDirect = async (userIds: readonly string[], dealId?: string): Promise<string> => {
  const body = { userIds: [...userIds], ...(dealId === undefined ? {} : { dealId }) };
  const { channel } = await api.call(openDirectCall, { body });
  directory.put(channel);
  return channel.id;
};

/** Joins a public channel. Throws `ApiError`. */
export const joinChannel = async (id: string, userId: string): Promise<void> => {
  const { channel } = await api.call(addMember, { params: { id, userId } });
  const { membership } = channel;
  if (membership !== null) directory.put({ ...channel, membership });
};

/** Puts a channel among the starred ones, or takes it out. Throws `ApiError`. */
export const setStarred = async (id: string, starred: boolean): Promise<void> => {
  await api.call(setChannelPreferences, { params: { id }, body: { starred } });
  directory.prefer(id, { starred });
};
