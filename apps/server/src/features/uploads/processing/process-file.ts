import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Database } from '#schema/schema.ts';
import { ObjectStoreError, type ObjectStore } from '#platform/object-store/object-store.ts';
import { changeFile, findFile, type FileRow } from '../file-repository.ts';
import { allKeys, cleanKey, variantKey } from '../stored-objects.ts';
import { makeImage, UnreadableImageError } from './image.ts';
import { measureRecording } from './recording.ts';
import { scan } from './virus-scan.ts';

export interface ProcessingDependencies {
  readonly database: Database;
  readonly store: ObjectStore;
  /** Address of clamd; undefined for no scan. */
  readonly scanner: string | undefined;
  /** Called with the scanner's finding. */
  readonly onHarmful: (id: string, finding: string) => void;
}

/**
 * Processes complete files before they can be read: rejects harmful and unreadable ones, removes
 * metadata from images and makes variants, measures recordings. Idempotent.
 */
export const createFileProcessor = (dependencies: ProcessingDependencies) => {
  const { database, store, scanner } = dependencies;

  const open = async (key: string): Promise<Readable> => {
    const content = await store.read(key);
    if (content === null) throw new ObjectStoreError('unavailable', 'The object is missing.');
    return content;
  };

  const reject = async (file: FileRow): Promise<void> => {
    await changeFile(database, file.id, 'processing', { status: 'refused', size: 0 });
    await store.remove(allKeys(file.id));
  };

  const keep = (key: string, bytes: Buffer) => store.write(key, Readable.from([bytes]));

  const makeReady = async (
    file: FileRow,
    change: Parameters<typeof changeFile>[3],
  ): Promise<void> => {
    if (await changeFile(database, file.id, 'processing', { ...change, status: 'ready' })) return;
    // It was removed meanwhile, so nothing made since may stay.
    if ((await findFile(database, file.id)) === undefined) {
      await store.remove(allKeys(file.id));
    }
  };

  const processImage = async (file: FileRow): Promise<void> => {
    const bytes = await buffer(await open(file.object_key));
    const image = await makeImage(bytes, file.media_type);
    await keep(cleanKey(file.id), image.clean);
    const variants = [];
    for (const { name, bytes } of image.variants) {
      const key = variantKey(file.id, name);
      await keep(key, bytes);
      variants.push({ name, key, size: bytes.length });
    }
    await makeReady(file, {
      object_key: cleanKey(file.id),
      size: image.clean.length,
      width: image.width,
      height: image.height,
      placeholder: image.placeholder,
      variants: JSON.stringify(variants),
    });
    await store.remove([file.object_key]);
  };

  const processRecording = async (file: FileRow): Promise<void> => {
    const { durationMs, waveform } = await measureRecording({
      open: () => open(file.object_key),
      mediaType: file.media_type,
      size: file.size,
    });
    // The sender's values are used only if nothing could be measured.
    await makeReady(file, {
      ...(durationMs === null ? {} : { duration_ms: durationMs }),
      ...(waveform === null ? {} : { peaks: waveform }),
    });
  };

  const processByKind = async (file: FileRow): Promise<void> => {
    if (file.kind === 'image') return processImage(file);
    if (file.kind === 'audio' || file.kind === 'video') return processRecording(file);
    return makeReady(file, {});
  };

  /** Removes leftovers of an interrupted run that had already decided about the file. */
  const tidy = async (file: FileRow): Promise<void> => {
    if (file.status === 'refused') await store.remove(allKeys(file.id));
    else if (file.object_key !== file.id) await store.remove([file.id]);
  };

  return {
    /** Whether files of this kind must be processed. */
    isNeeded: (kind: FileRow['kind']): boolean => scanner !== undefined || kind !== 'other',

    async process(id: string): Promise<void> {
      const file = await findFile(database, id);
      if (file === undefined || file.status === 'receiving') return;
      if (file.status !== 'processing') {
        await tidy(file);
        return;
      }
      const finding =
        scanner === undefined ? null : await scan(scanner, await open(file.object_key));
      if (finding !== null) {
        dependencies.onHarmful(id, finding);
        await reject(file);
        return;
      }
      try {
        await processByKind(file);
      } catch (error) {
        if (!(error instanceof UnreadableImageError)) throw error;
        await reject(file);
      }
    },
  };
};
