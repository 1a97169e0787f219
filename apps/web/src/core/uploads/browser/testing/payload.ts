import type { Payload } from '#core/uploads/engine/ports.ts';

const FILE_ID = '01890a5d-ac96-774b-bcce-b302099a8057';

/** The payload of a file for a message. */
export const payloadOf = (text: string, given: Partial<Payload> = {}): Payload => ({
  facts: {
    id: 'upload_m_0',
    placeholderId: 'm_0_atxt_5',
    batchId: 'm_0',
    index: 0,
    userId: 'user',
    channelId: 'channel',
    messageId: 'm',
    fileName: 'a.txt',
    fileSize: text.length,
    mimeType: 'text/plain',
    chunkSize: 100,
    resumable: true,
  },
  file: new Blob([text], { type: 'text/plain' }),
  voice: null,
  resumeUrl: null,
  ...given,
});

/** The server's response to a complete file. */
export const uploadResponse = {
  success: true,
  fileId: FILE_ID,
  fileUrl: `/api/files/${FILE_ID}`,
  originalName: 'a.txt',
  fileName: FILE_ID,
  filenameSanitized: 'a.txt',
  size: 5,
  mediaType: 'text/plain',
} as const;
