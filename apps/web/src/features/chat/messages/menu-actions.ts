import {
  deleteMessage as deleteCall,
  pinMessage,
  unpinMessage,
} from '@izgodno/contract/chat/message-calls';
import type { Message } from '@izgodno/contract/chat/message';
import { api } from '#core/api/api.ts';
import { logs } from '../chat.ts';

/** Deletes a message, as a moderator for a reason. Throws `ApiError`. */
export const deleteMessage = async (id: string, reason?: string): Promise<void> => {
  const body = reason === undefined ? {} : { reason };
  const { message } = await api.call(deleteCall, { params: { id }, body });
  logs.take(message);
};

/** Throws `ApiError`. */
export const setPinned = async ({ id }: Message, pinned: boolean): Promise<void> => {
  const { message } = await api.call(pinned ? pinMessage : unpinMessage, { params: { id } });
  logs.take(message);
};
