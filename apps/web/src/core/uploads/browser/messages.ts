import { ApiError } from '@izgodno/contract/common/client';
import { updateFiles, updateMessage } from '@izgodno/contract/chat/message-calls';
import { reportUploads } from '@izgodno/contract/chat/upload-calls';
import * as z from 'zod/mini';
import { api } from '#core/api/api.ts';
import type { UploadMessages } from '#core/uploads/engine/ports.ts';

// The specification's response has no message (section 7).
const updatedSchema = z.object({ success: z.literal(true) });
const anyUpdateFiles = { ...updateFiles, response: updatedSchema };
const anyUpdateMessage = { ...updateMessage, response: updatedSchema };

/** The calls about messages that uploads need, also on pages without the chat. */
export const uploadMessages: UploadMessages = {
  updateFiles: async (serverId, fileUrls) => {
    const input = { params: { id: serverId }, body: { fileUrls: [...fileUrls] } };
    try {
      await api.call(anyUpdateFiles, input);
    } catch (error) {
      // If the first call does not exist, the second one is used (specification, section 7).
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      await api.call(anyUpdateMessage, input);
    }
  },
  reportUploads: async (serverId, files) => {
    await api.call(reportUploads, { params: { id: serverId }, body: { files: [...files] } });
  },
};
