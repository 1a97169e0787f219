import type { Upload, UploadFacts } from '#core/uploads/engine/upload.ts';

const MEGABYTE = 1_048_576;

const facts = (index: number, fileName: string, mimeType: string, size: number): UploadFacts => ({
  id: `sample-${index}`,
  placeholderId: `sample-${index}`,
  batchId: 'sample',
  index,
  userId: 'sample',
  channelId: 'deals',
  messageId: 'sample',
  fileName,
  fileSize: size,
  mimeType,
  chunkSize: 64 * MEGABYTE,
  resumable: true,
});

/** One upload in each visible state. The engine knows none of them. */
export const sampleUploads: readonly Upload[] = [
  {
    facts: facts(0, 'kolelo.jpg', 'image/jpeg', 3 * MEGABYTE),
    status: 'uploading',
    offline: false,
    step: { kind: 'sending', sentBytes: MEGABYTE, samples: [] },
  },
  {
    facts: facts(1, 'garantsiya.pdf', 'application/pdf', MEGABYTE / 2),
    status: 'paused',
    confirmedBytes: MEGABYTE / 4,
  },
  {
    facts: facts(2, 'video.mp4', 'video/mp4', 900 * MEGABYTE),
    status: 'error',
    error: { kind: 'unreachable' },
    sentBytes: 0,
  },
  {
    facts: facts(3, 'opisanie.txt', 'text/plain', 2_048),
    status: 'cancelled',
    sentBytes: 0,
  },
];
