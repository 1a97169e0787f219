import type { Attachment } from '@izgodno/contract/chat/message';

/** An attachment of a message or a draft, as its views need it. */
export type ShownAttachment = Pick<
  Attachment,
  | 'id'
  | 'fileName'
  | 'fileSize'
  | 'mimeType'
  | 'fileUrl'
  | 'isPlaceholder'
  | 'placeholderId'
  | 'width'
  | 'height'
  | 'thumbnailUrl'
  | 'durationMs'
  | 'waveform'
  | 'uploadStatus'
>;

export const isImage = ({ mimeType }: Pick<Attachment, 'mimeType'>): boolean =>
  mimeType.startsWith('image/') && mimeType !== 'image/svg+xml';
