import { addReaction, removeReaction, updateMessage } from '@izgodno/contract/chat/message-calls';
import { basedOnOf } from '@izgodno/contract/chat/message';
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

/**
 * Changes the text of the user's own message. Returns what the next edit is based on. Throws
 * `ApiError`.
 */
export const editMessage = async (
  id: string,
  body: { readonly text: string; readonly basedOn?: number | undefined },
): Promise<number> => {
  const { message } = await api.call(updateMessage, { params: { id }, body });
  logs.take(message);
  return basedOnOf(message);
};
