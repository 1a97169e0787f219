import type { UploadMessages } from '#core/upload-engine/ports.ts';

let provider: UploadMessages | null = null;

/** The chat says how messages are found and updated; before it does, none has an id. */
export const provideUploadMessages = (messages: UploadMessages): void => {
  provider = messages;
};

export const uploadMessages: UploadMessages = {
  serverIdOf: (messageId) => provider?.serverIdOf(messageId) ?? null,
  updateFiles: async (serverId, fileUrls) => provider?.updateFiles(serverId, fileUrls),
};
