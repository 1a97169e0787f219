import path from 'node:path';
import type { Settings } from '#config/settings.ts';
import { createFolderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import { createResumableFolder, type ResumableStore } from './resumable-store.ts';

export interface FileStorage {
  readonly store: ObjectStore;
  readonly resumable: ResumableStore;
  close(): void;
}

export type StorageSettings = Pick<
  Settings,
  | 'DATA_DIR'
  | 'UPLOAD_CHUNK_SIZE'
  | 'S3_ENDPOINT'
  | 'S3_REGION'
  | 'S3_BUCKET'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
>;

/**
 * Opens the store of the settings: the bucket if one is named, else the data folder, for which the
 * client for buckets is not loaded.
 */
export const openStorage = async (
  settings: StorageSettings,
  resumableLifetime: number,
): Promise<FileStorage> => {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId } = settings;
  const { S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (bucket === undefined) {
    const folder = path.join(settings.DATA_DIR, 'files');
    const store = createFolderStore({ folder });
    const resumable = createResumableFolder(folder, store, resumableLifetime);
    return { store, resumable, close: () => {} };
  }
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new Error('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
  }
  const options = {
    endpoint: settings.S3_ENDPOINT,
    region: settings.S3_REGION,
    bucket,
    accessKeyId,
    secretAccessKey,
    partSize: settings.UPLOAD_CHUNK_SIZE,
  };
  const { createS3Store } = await import('./s3-store.ts');
  const { createResumableBucket } = await import('./resumable-bucket.ts');
  const store = createS3Store(options);
  const resumable = createResumableBucket(options, store, resumableLifetime);
  return { store, resumable, close: () => store.close() };
};
