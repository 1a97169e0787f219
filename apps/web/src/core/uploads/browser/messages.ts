import { ApiError } from '@izgodno/contract/common/client';
import { updateFiles, updateMessage } from '@izgodno/contract/chat/message-calls';
import { api } from '#core/api/api.ts';
import type { UploadMessages } from '#core/uploads/engine/ports.ts';

let serverIdOf: UploadMessages['serverIdOf'] = () => null;

/** The chat says which ids its messages were given; before it does, none has one. */
export const provideMessageIds = (given: UploadMessages['serverIdOf']): void => {
  serverIdOf = given;
};

/** Messages as uploads need them, on pages too that know nothing of the chat. */
export const uploadMessages: UploadMessages = {
  serverIdOf: (messageId) => serverIdOf(messageId),
  updateFiles: async (serverId, fileUrls) => {
    const input = { params: { id: serverId }, body: { fileUrls: [...fileUrls] } };
    try {
      await api.call(updateFiles, input);
    } catch (error) {
      // Where the first call is not known, its twin is (specification, section 7).
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      await api.call(updateMessage, input);
    }
  },
};
