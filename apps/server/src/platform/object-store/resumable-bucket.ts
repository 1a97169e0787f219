import { S3Store as TusS3Store } from '@tus/s3-store';
import { ERRORS, type Upload } from '@tus/server';
import { Readable } from 'node:stream';
import { ObjectStoreError, type ObjectStore } from './object-store.ts';
import { offsetOf, type ResumableStore } from './resumable-store.ts';
import { asStoreError, rejectWith } from './s3-errors.ts';
import { s3ClientConfig, type S3StoreOptions } from './s3-store.ts';

/** The protocol's store of a bucket, which distinguishes an unknown upload from a failing bucket. */
class HonestBucketStore extends TusS3Store {
  /** Not private, because throttled writes reach it through an object that inherits from this one. */
  readonly sizeOf: ObjectStore['size'];

  constructor(sizeOf: ObjectStore['size'], options: ConstructorParameters<typeof TusS3Store>[0]) {
    super(options);
    this.sizeOf = sizeOf;
  }

  override async getUpload(id: string): Promise<Upload> {
    try {
      return await super.getUpload(id);
    } catch (error) {
      // The library calls every upload unknown whose note it cannot read, and its sender begins again.
      if (error === ERRORS.FILE_NOT_FOUND && (await this.sizeOf(`${id}.info`)) !== null)
        throw new ObjectStoreError('unavailable', 'The note of an upload cannot be read.', error);
      throw error;
    }
  }
}

/** Uploads grow as multipart uploads of the bucket; completing one makes the object. */
export const createResumableBucket = (
  options: S3StoreOptions,
  store: Pick<ObjectStore, 'remove' | 'size'>,
  lifetime: number,
): ResumableStore => {
  const datastore = new HonestBucketStore(store.size, {
    s3ClientConfig: { ...s3ClientConfig(options), bucket: options.bucket },
    partSize: options.partSize,
    useTags: false,
    maxConcurrentPartUploads: 8,
    expirationPeriodInMilliseconds: lifetime,
  });
  return {
    datastore,
    asStoreError,
    isWhole: async (id, size) =>
      (await store.size(id)) === size || (await offsetOf(datastore, id)) === size,
    async finish(id) {
      // The process died after the last part and before joining the parts; an empty write joins
      // them.
      if ((await store.size(id)) === null) {
        const { offset } = await datastore.getUpload(id).catch(rejectWith);
        await datastore.write(Readable.from([]), id, offset).catch(rejectWith);
      }
      await store.remove([`${id}.info`, `${id}.part`]);
    },
    remove: (id) => store.remove([id, `${id}.info`, `${id}.part`]),
  };
};
