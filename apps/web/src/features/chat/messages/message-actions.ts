import {
  addReaction,
  deleteMessage as deleteCall,
  pinMessage,
  removeReaction,
  unpinMessage,
  updateMessage,
} from '@izgodno/contract/chat/message-calls';
import type { Message } from '@izgodno/contract/chat/message';
import { api } from '#core/api/api.ts';
import { logs } from '../chat.ts';

/** Adds or removes a reaction at once; undoes it if the server rejects it. Throws `ApiError`. */
export const setReaction = async (id: string, emoji: string, given: boolean): Promise<void> => {
  logs.setOwnReaction(id, emoji, given);
  try {
    const { message } = await api.call(given ? addReaction : removeReaction, {
      params: { id, emoji },
    });
    logs.take(message);
  } catch (error) {
    logs.setOwnReaction(id, emoji, !given);
    throw error;
  }
};

/** Changes the text of the user's own message. Throws `ApiError`. */
export const editMessage = async (id: string, text: string): Promise<void> => {
  const { message } = await api.call(updateMessage, { params: { id }, body: { text } });
  logs.take(message);
};

/** Throws `ApiError`. */
export const deleteMessage = async (id: string): Promise<void> => {
  const { message } = await api.call(deleteCall, { params: { id } });
  logs.take(message);
};

/** Throws `ApiError`. */
export const setPinned = async ({ id }: Message, pinned: boolean): Promise<void> => {
  const { message } = await api.call(pinned ? pinMessage : unpinMessage, { params: { id } });
  logs.take(message);
};
