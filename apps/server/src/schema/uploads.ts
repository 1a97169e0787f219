import type { JSONColumnType } from 'kysely';
import type { FileKind, FileStatus, FileVariant } from '@izgodno/contract/uploads/file';
import type { Timestamp } from './columns.ts';

interface StoredVariant {
  readonly name: FileVariant;
  /** Its key in the object store. */
  readonly key: string;
  /** Bytes. */
  readonly size: number;
}

interface FilesTable {
  id: string;
  owner_id: string | null;
  status: FileStatus;
  method: 'chunked' | 'generic' | 'resumable';
  upload_id: string | null;
  channel_id: string | null;
  message_id: string | null;
  placeholder_id: string | null;
  original_name: string;
  name: string;
  media_type: string;
  kind: FileKind;
  /** PostgreSQL's bigint, read as a number. */
  size: number;
  object_key: string;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  peaks: number[] | null;
  placeholder: string | null;
  variants: JSONColumnType<StoredVariant[], string | undefined>;
  subject_kind: 'deal' | 'message' | 'avatar' | null;
  subject_id: string | null;
  created_at: Timestamp;
  expires_at: Timestamp | null;
}

/** The tables that only `uploads` writes. */
export interface UploadsTables {
  files: FilesTable;
}
