import {
  fileUrl,
  fileVariantUrl,
  type FileVariant,
  type StoredFile,
} from '@izgodno/contract/uploads/file';
import type { Upload } from '@izgodno/contract/uploads/calls';
import { RESUMABLE_UPLOAD_PATH } from '@izgodno/contract/uploads/multipart';
import type { FileRow } from './file-repository.ts';

export const presentFile = (file: FileRow): StoredFile => {
  const variants: Partial<Record<FileVariant, string>> = {};
  for (const { name } of file.variants) variants[name] = fileVariantUrl(file.id, name);
  return {
    id: file.id,
    url: fileUrl(file.id),
    name: file.name,
    kind: file.kind,
    mediaType: file.media_type,
    size: file.size,
    status: file.status,
    variants,
    ...(file.width === null ? {} : { width: file.width }),
    ...(file.height === null ? {} : { height: file.height }),
    ...(file.placeholder === null ? {} : { placeholder: file.placeholder }),
    ...(file.duration_ms === null ? {} : { durationMs: file.duration_ms }),
    ...(file.peaks === null ? {} : { peaks: file.peaks }),
  };
};

export const presentListed = (file: FileRow, receivedBytes: number): Upload => ({
  fileId: file.id,
  uploadId: file.upload_id,
  messageId: file.message_id,
  channelId: file.channel_id,
  status: file.status,
  receivedBytes,
  resumeUrl:
    file.status === 'receiving' && file.method === 'resumable'
      ? `${RESUMABLE_UPLOAD_PATH}/${file.id}`
      : null,
  expiresAt: file.expires_at?.toISOString() ?? null,
  createdAt: file.created_at.toISOString(),
  file: presentFile(file),
});
