import type { Message } from '@izgodno/contract/chat/message';
import { currentUserId } from '#core/session/browser/use-session.ts';
import { directory, offline } from '../chat.ts';
import { searchStored } from './search-stored.ts';

/** A search for messages. */
export interface MessageWish {
  /** If empty, no request is sent. */
  readonly text: string;
  /** Null: in all of the user's channels. */
  readonly channelId: string | null;
  /** Null: of any sender. */
  readonly senderId: string | null;
}

/** Finds messages that this device stores; null if it stores none. */
export const searchOnDevice = async ({
  text,
  channelId,
  senderId,
}: MessageWish): Promise<readonly Message[] | null> => {
  const userId = currentUserId();
  if (userId === null || !offline.isInUse()) return null;
  const channels = [...directory.state.get().channels.values()].filter(
    ({ id }) => channelId === null || id === channelId,
  );
  return searchStored(offline.all(), { text, senderId, userId, channels });
};
