import { FileStore } from '@tus/file-store';
import type { S3Store as TusS3Store } from '@tus/s3-store';
import type { Upload } from '@tus/server';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { whileRoom } from './disk-room.ts';
import { asStoreError, type FolderStore } from './folder-store.ts';
import { ObjectStoreError } from './object-store.ts';

/** Storage of resumable uploads for the tus protocol, and their conversion to objects. */
export interface ResumableStore {
  readonly datastore: FileStore | TusS3Store;
  /** Maps an error of `datastore` to the store's. */
  asStoreError(error: unknown): unknown;
  /** Whether all bytes of an upload are stored, whether or not it is an object yet. */
  isWhole(id: string, size: number): Promise<boolean>;
  /** Makes a complete upload the object of the same key. Idempotent. */
  finish(id: string): Promise<void>;
  /** Removes an upload; ignores unknown ids. */
  remove(id: string): Promise<void>;
}

/** Stored bytes of an upload; null if there is none. */
export const offsetOf = (
  datastore: ResumableStore['datastore'],
  id: string,
): Promise<number | null> =>
  datastore.getUpload(id).then(
    ({ offset }) => offset,
    () => null,
  );

/** The protocol's store of files, which writes only while the disk has room. */
class RoomyFileStore extends FileStore {
  /** Not private, because throttled writes reach it through an object that inherits from this one. */
  readonly disk: FolderStore;

  constructor(disk: FolderStore, options: ConstructorParameters<typeof FileStore>[0]) {
    super(options);
    this.disk = disk;
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.disk.requireRoom(upload.size ?? 0);
    return super.create(upload);
  }

  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const { size = offset } = await this.getUpload(id);
    await this.disk.requireRoom(size - offset);
    const passed = Readable.from(whileRoom(content, this.disk.requireRoom), { objectMode: false });
    try {
      return await super.write(passed, id, offset);
    } catch (error) {
      // The library replaces every error with its own.
      throw passed.errored instanceof ObjectStoreError ? passed.errored : error;
    }
  }
}

/** Uploads grow as files next to the objects, on the same disk; the last step is a rename. */
export const createResumableFolder = (
  folder: string,
  store: FolderStore,
  lifetime: number,
): ResumableStore => {
  const directory = path.join(folder, 'resumable');
  const fileOf = (id: string): string => path.join(directory, id);
  const datastore = new RoomyFileStore(store, {
    directory,
    expirationPeriodInMilliseconds: lifetime,
  });
  const removeNote = (id: string) => rm(`${fileOf(id)}.json`, { force: true });
  return {
    datastore,
    asStoreError,
    isWhole: async (id, size) =>
      (await store.size(id)) === size || (await offsetOf(datastore, id)) === size,
    async finish(id) {
      // A crash may have come between the two steps.
      if ((await store.size(id)) === null) await store.adopt(id, fileOf(id));
      await removeNote(id);
    },
    async remove(id) {
      await rm(fileOf(id), { force: true });
      await removeNote(id);
    },
  };
};
