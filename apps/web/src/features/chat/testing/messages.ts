import type { Attachment, Message } from '@izgodno/contract/chat/message';

/** A message for tests; pass only what the test is about. */
export const aMessage = (given: Partial<Message> & { readonly seq: number }): Message => {
  const digits = String(given.seq).padStart(12, '0');
  return {
    id: `01890000-0000-7000-8000-${digits}`,
    channelId: '01890000-0000-7000-8000-c00000000000',
    version: given.seq,
    clientId: `01890000-0000-7000-9000-${digits}`,
    sender: { id: '01890000-0000-7000-8000-a00000000000', name: 'Мария' },
    text: `Message ${given.seq}`,
    attachments: [],
    links: [],
    mentions: [],
    mentionsAll: false,
    reactions: [],
    replyTo: null,
    forwarded: null,
    threadId: null,
    replyCount: 0,
    createdAt: '2026-11-21T10:00:00Z',
    editedAt: null,
    deletedAt: null,
    pinnedAt: null,
    ...given,
  };
};

/** A processed attachment; pass only what the test is about. */
export const aFile = (
  given: Partial<Attachment> & Pick<Attachment, 'fileName' | 'mimeType'>,
): Attachment => ({
  id: `01890000-0000-7000-8000-f${String(given.fileName.length).padStart(11, '0')}`,
  fileSize: 15,
  fileUrl: 'data:,',
  isPlaceholder: false,
  placeholderId: null,
  messageId: '01890000-0000-7000-8000-000000000002',
  uploadStatus: 'completed',
  progress: 100,
  storjDetails: null,
  ...given,
});

/** A server that takes files in one request. */
export const uploadConfig = {
  maxFileSize: 1_000_000,
  maxFileSizeString: '1 MB',
  maxFiles: 10,
  chunkSize: 1_000_000,
  requestTimeout: 1_000,
  uploadMethod: 'chunked',
  pacing: 'instant',
  allowedTypes: [],
  quota: 0,
};
