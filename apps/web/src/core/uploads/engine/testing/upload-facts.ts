import type { UploadFacts } from '../upload.ts';

/** The only file of a message. */
export const uploadFacts = (fileSize: number, resumable: boolean): UploadFacts => ({
  id: 'upload_m_0',
  placeholderId: 'm_0_a_1',
  batchId: 'm_0',
  index: 0,
  userId: 'user',
  channelId: 'channel',
  messageId: 'm',
  fileName: 'a',
  fileSize,
  mimeType: 'text/plain',
  chunkSize: 64,
  resumable,
});
