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
import { createStore } from '#shared/store.ts';
import { wantedStates } from '#shared/wanted-state.ts';
import { logs } from '../chat.ts';

const reactions = wantedStates<boolean>();

interface OwnReaction {
  readonly id: string;
  readonly emoji: string;
  readonly given: boolean;
}

/** The user's choices that the server has not confirmed. */
export const unconfirmed = createStore<readonly OwnReaction[]>([]);

const showReaction = (id: string, emoji: string, given: boolean | null): void => {
  const others = unconfirmed.get().filter((one) => one.id !== id || one.emoji !== emoji);
  unconfirmed.set(given === null ? others : [...others, { id, emoji, given }]);
};

/** Adds or removes a reaction at once; undoes it if the server rejects it. Throws `ApiError`. */
export const setReaction = async (id: string, emoji: string, given: boolean): Promise<void> => {
  let isOver = true;
  try {
    const stored = await reactions(`${id} ${emoji}`, {
      from: !given,
      to: given,
      show: (value) => showReaction(id, emoji, value),
      send: async (value) => {
        const { message } = await api.call(value ? addReaction : removeReaction, {
          params: { id, emoji },
        });
        logs.setOwnReaction(id, emoji, value);
        logs.take(message);
        return value;
      },
    });
    isOver = stored !== null;
  } finally {
    if (isOver) showReaction(id, emoji, null);
  }
};

/** Changes the text of the user's own message. Throws `ApiError`. */
export const editMessage = async (id: string, text: string): Promise<void> => {
  const { message } = await api.call(updateMessage, { params: { id }, body: { text } });
  logs.take(message);
};

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
