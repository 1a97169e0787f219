import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { fileIdSchema } from '@izgodno/contract/uploads/file';
import { defineJob } from '#platform/jobs/jobs.ts';
import { ObjectStoreError } from '#platform/object-store/object-store.ts';
import { scan } from '#platform/virus-scanner.ts';
import {
  allKeys,
  changeFile,
  cleanKey,
  findFile,
  variantKey,
  type FileChange,
  type FileRow,
} from '../file-repository.ts';
import type { UploadsContext } from '../uploads-context.ts';
import { makeImage, UnreadableImageError } from './image.ts';
import { measureRecording } from './recording.ts';

export const processFileJob = defineJob({
  name: 'files.process',
  payload: z.object({ id: fileIdSchema }),
});

/**
 * Two files at a time on this node, but only one of each owner, because the owner's file decides how
 * long it takes.
 */
export const processingLane = { concurrency: 2, groupConcurrency: 1 } as const;

/** Requests processing of a file; idempotent. */
export const enqueueProcessing = (
  { jobs }: UploadsContext,
  id: string,
  ownerId: string | null,
): Promise<void> =>
  jobs.enqueue(
    processFileJob,
    { id },
    { singletonKey: id, ...(ownerId === null ? {} : { group: ownerId }) },
  );

/** Whether files of this kind are processed before they can be read. */
export const needsProcessing = ({ settings }: UploadsContext, kind: FileRow['kind']): boolean =>
  settings.CLAMAV_SOCKET !== undefined || kind !== 'other';

const open = async ({ store }: UploadsContext, key: string): Promise<Readable> => {
  const content = await store.read(key);
  if (content === null) throw new ObjectStoreError('unavailable', 'The object is missing.');
  return content;
};

/**
 * The key of the bytes to process: the uploaded ones, or the clean image if only that is there. A
 * backup copies files later than rows, so a restored row may be older than its files. Null if the
 * store works and has neither.
 */
const findSource = async ({ store }: UploadsContext, file: FileRow): Promise<string | null> => {
  for (const key of [file.object_key, cleanKey(file.id)])
    if ((await store.size(key)) !== null) return key;
  // A bucket or a disk that is not there has no objects either.
  if ((await store.health()).status === 'error')
    throw new ObjectStoreError('unavailable', 'The object is missing.');
  return null;
};

const reject = async ({ database, store }: UploadsContext, file: FileRow): Promise<void> => {
  const rejection = { status: 'refused', size: 0 } as const;
  const isRejected = await changeFile(database, file.id, 'processing', rejection);
  // Another run may have made it ready.
  if (isRejected || (await findFile(database, file.id)) === undefined)
    await store.remove(allKeys(file.id));
};

const makeReady = async (
  { database, store }: UploadsContext,
  file: FileRow,
  change: FileChange,
): Promise<void> => {
  if (await changeFile(database, file.id, 'processing', { ...change, status: 'ready' })) return;
  // It was removed meanwhile, so nothing made since may stay.
  if ((await findFile(database, file.id)) === undefined) await store.remove(allKeys(file.id));
};

const processImage = async (
  uploads: UploadsContext,
  file: FileRow,
  source: string,
): Promise<void> => {
  const { store } = uploads;
  const write = (key: string, bytes: Buffer) => store.write(key, Readable.from([bytes]));
  const bytes = await buffer(await open(uploads, source));
  const image = await makeImage(bytes, file.media_type);
  const isClean = source === cleanKey(file.id);
  if (!isClean) await write(cleanKey(file.id), image.clean);
  const variants = [];
  for (const { name, bytes } of image.variants) {
    const key = variantKey(file.id, name);
    await write(key, bytes);
    variants.push({ name, key, size: bytes.length });
  }
  await makeReady(uploads, file, {
    object_key: cleanKey(file.id),
    size: isClean ? bytes.length : image.clean.length,
    width: image.width,
    height: image.height,
    placeholder: image.placeholder,
    variants: JSON.stringify(variants),
  });
  await store.remove([file.id]);
};

const processRecording = async (
  uploads: UploadsContext,
  file: FileRow,
  source: string,
): Promise<void> => {
  const { durationMs, waveform } = await measureRecording({
    open: () => open(uploads, source),
    mediaType: file.media_type,
    size: file.size,
  });
  // The sender's values are used only if nothing could be measured.
  await makeReady(uploads, file, {
    ...(durationMs === null ? {} : { duration_ms: durationMs }),
    ...(waveform === null ? {} : { peaks: waveform }),
  });
};

const processByKind = async (
  uploads: UploadsContext,
  file: FileRow,
  source: string,
): Promise<void> => {
  if (file.kind === 'image') return processImage(uploads, file, source);
  if (file.kind === 'audio' || file.kind === 'video') {
    return processRecording(uploads, file, source);
  }
  return makeReady(uploads, file, {});
};

/** What cannot be scanned is not served, so a file beyond the scanner's limit is like a harmful one. */
const isHarmless = async (
  uploads: UploadsContext,
  scanner: string,
  { id, size }: FileRow,
  source: string,
): Promise<boolean> => {
  const result = await scan(scanner, await open(uploads, source));
  if (result.kind === 'harmful')
    uploads.logger.warn({ id, finding: result.finding }, 'harmful file removed');
  if (result.kind === 'beyond_limit')
    uploads.logger.warn({ id, size }, "file removed: larger than clamd's StreamMaxLength");
  return result.kind === 'clean';
};

/** Removes leftovers of an interrupted run that had already decided about the file. */
const tidy = async ({ store }: UploadsContext, file: FileRow): Promise<void> => {
  if (file.status === 'refused') await store.remove(allKeys(file.id));
  else if (file.object_key !== file.id) await store.remove([file.id]);
};

/**
 * Processes a complete file before it can be read: rejects harmful and unreadable ones, removes
 * metadata from images and makes variants, measures recordings. Idempotent.
 */
export const processFile = async (uploads: UploadsContext, id: string): Promise<void> => {
  const scanner = uploads.settings.CLAMAV_SOCKET;
  const file = await findFile(uploads.database, id);
  if (file === undefined || file.status === 'receiving') return;
  if (file.status !== 'processing') {
    await tidy(uploads, file);
    return;
  }
  const source = await findSource(uploads, file);
  // Another run that has decided about the file removes the uploaded bytes.
  if (source !== file.object_key && (await findFile(uploads.database, id))?.status !== 'processing')
    return;
  if (source === null) {
    uploads.logger.warn({ id }, 'a file without bytes was rejected');
    await reject(uploads, file);
    return;
  }
  if (scanner !== undefined && !(await isHarmless(uploads, scanner, file, source))) {
    await reject(uploads, file);
    return;
  }
  try {
    await processByKind(uploads, file, source);
  } catch (error) {
    if (!(error instanceof UnreadableImageError)) throw error;
    await reject(uploads, file);
  }
};
