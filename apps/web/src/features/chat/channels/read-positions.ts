import {
  markAllRead as markAllReadCall,
  markUnread as markUnreadCall,
} from '@izgodno/contract/chat/channel-calls';
import type { Message } from '@izgodno/contract/chat/message';
import { api } from '#core/api/api.ts';
import { directory } from '../chat.ts';

/** Marks a message and all later ones as unread, on all devices. Throws `ApiError`. */
export const markUnread = async ({ id, channelId }: Message): Promise<void> => {
  const { readSeq, unreadMarks } = await api.call(markUnreadCall, {
    params: { id: channelId },
    body: { messageId: id },
  });
  directory.moveTo(channelId, { readSeq, unreadMarks });
};

/** Marks all messages of all channels as read, on all devices. Throws `ApiError`. */
export const markAllRead = async (): Promise<void> => {
  const { positions } = await api.call(markAllReadCall, {});
  for (const { channelId, ...position } of positions) directory.moveTo(channelId, position);
};
