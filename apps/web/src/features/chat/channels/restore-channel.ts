import { CHANNEL_RESTORED_EVENT, SIDEBAR_SOURCE } from './selection.ts';
import { fetchLastActiveChannel } from '../calls.ts';
import { directory } from '../chat.ts';
import { note } from '#core/log.ts';

/**
 * Announces the last active channel if the user is still a member (specification, section 4).
 * Failures are only logged.
 */
export const announceLastActiveChannel = async (userId: string): Promise<void> => {
  const channelId = await fetchLastActiveChannel(userId).catch((cause: unknown) => {
    note('The last active channel could not be read', cause);
    return null;
  });
  if (channelId === null || !directory.state.get().channels.has(channelId)) return;
  const detail = { channelId, source: SIDEBAR_SOURCE };
  window.dispatchEvent(new CustomEvent(CHANNEL_RESTORED_EVENT, { detail }));
};
