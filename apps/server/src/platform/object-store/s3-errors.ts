import { S3ServiceException } from '@aws-sdk/client-s3';
import { ObjectStoreError } from './object-store.ts';

export const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;

/** Maps the SDK's error to the store's. */
export const asStoreError = (error: unknown): ObjectStoreError => {
  if (error instanceof ObjectStoreError) return error;
  if (error instanceof S3ServiceException) {
    if (error.name === 'BadDigest') {
      return new ObjectStoreError('corrupted', 'The store received other bytes.', error);
    }
    const full = error.$metadata.httpStatusCode === 507 || error.name === 'QuotaExceeded';
    return new ObjectStoreError(full ? 'full' : 'unavailable', `The store: ${error.name}`, error);
  }
  return new ObjectStoreError('unavailable', 'The store cannot be reached.', error);
};

export const rejectWith = (error: unknown): never => {
  throw asStoreError(error);
};
