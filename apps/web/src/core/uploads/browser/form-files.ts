import { listUploads } from '@izgodno/contract/uploads/calls';
import { api } from '#core/api/api.ts';
import type { UploadEngine } from '#core/uploads/engine/engine.ts';
import type { BatchRejectedError } from '#core/uploads/engine/errors.ts';
import type { FailedUpload, Upload } from '#core/uploads/engine/upload.ts';
import { settleFiles, type FormFile } from '#core/uploads/form-file.ts';
import type { Unsubscribe } from '#shared/store.ts';
import { uploads } from './uploads.ts';

/** How many of the latest uploads are searched for those of a form. */
const LOOKED_THROUGH = 100;

/** The state of a file of a form. */
export type FormFileState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'uploading'; readonly upload: Upload }
  | { readonly kind: 'failed'; readonly upload: FailedUpload }
  /** An earlier page started the upload, and its state is unknown here. */
  | { readonly kind: 'broken-off' };

export const stateOfFile = (file: FormFile, known: readonly Upload[]): FormFileState => {
  if (file.fileId !== null) return { kind: 'ready' };
  const upload = known.find(({ facts }) => facts.id === file.key);
  if (upload === undefined || upload.status === 'cancelled') return { kind: 'broken-off' };
  return upload.status === 'error' ? { kind: 'failed', upload } : { kind: 'uploading', upload };
};

/** Why chosen files were left out. */
export interface LeftOut {
  /** The names of those of another kind than the form takes. */
  readonly wrongKind: readonly string[];
  /** The number of those beyond what the form takes. */
  readonly tooMany: number;
  /** Names those that the server would reject, such as large ones; null if there are none. */
  readonly rejection: BatchRejectedError | null;
}

export interface BegunFiles {
  readonly begun: readonly { readonly file: FormFile; readonly mediaType: string }[];
  /** Null if all files were taken. */
  readonly leftOut: LeftOut | null;
}

interface Choice {
  readonly userId: string;
  /** Identifies the form. */
  readonly formId: string;
  /** How many files the form has. */
  readonly held: number;
  /** How many it takes. */
  readonly maximum: number;
  /** Whether the form takes files of this media type. */
  readonly takes: (mediaType: string) => boolean;
  readonly files: readonly File[];
}

/**
 * Starts to upload the first fitting files that the form has room for, for no channel, and says what
 * was left out. Throws if nothing can be uploaded now.
 */
export const uploadFormFiles = (
  engine: UploadEngine,
  { userId, formId, held, maximum, takes, files }: Choice,
): BegunFiles => {
  const fitting = files.filter(({ type }) => takes(type));
  const taken = fitting.slice(0, Math.max(0, maximum - held));
  const { begun, rejection } = engine.addAccepted({
    userId,
    channelId: 'deals',
    // Each batch needs its own message id, because the engine numbers the files of a message from 0
    // again after it has dropped earlier ones, and equal upload ids would collide.
    messageId: `${formId}.${crypto.randomUUID()}`,
    files: taken.map((file) => ({ file, name: file.name })),
    maxFiles: maximum,
  });
  // The form shows the progress, so the manager is minimised.
  engine.minimise();
  return {
    begun: begun.map(({ facts: { id, fileName, mimeType } }) => ({
      file: { key: id, name: fileName, fileId: null },
      mediaType: mimeType,
    })),
    leftOut:
      begun.length === files.length
        ? null
        : {
            wrongKind: files.filter(({ type }) => !takes(type)).map(({ name }) => name),
            tooMany: fitting.length - taken.length,
            rejection,
          },
  };
};

/** Finished uploads become files; cancelled ones leave the form. */
const withUploads = <File extends FormFile>(files: readonly File[]): readonly File[] => {
  const settled = uploads.state.get().uploads;
  const uploaded = new Map(
    settled.flatMap((upload) =>
      upload.status === 'completed' ? [[upload.facts.id, upload.response.fileId] as const] : [],
    ),
  );
  const cancelled = new Set(
    settled.flatMap(({ status, facts }) => (status === 'cancelled' ? [facts.id] : [])),
  );
  const left = files.some(({ key }) => cancelled.has(key))
    ? files.filter(({ key }) => !cancelled.has(key))
    : files;
  return settleFiles(left, uploaded);
};

/** Returns uploads that finished while no page followed them. */
const filesOfEarlierPage = async (): Promise<ReadonlyMap<string, string>> => {
  const { uploads: listed } = await api.call(listUploads, { query: { limit: LOOKED_THROUGH } });
  return new Map(
    listed.flatMap(({ uploadId, fileId, status }) =>
      uploadId !== null && (status === 'ready' || status === 'processing')
        ? [[uploadId, fileId] as const]
        : [],
    ),
  );
};

/**
 * Follows the uploads of a form until the returned function is called: `change` receives its files
 * without cancelled uploads, and with those that finished here or on an earlier page.
 */
export const followFormFiles = <File extends FormFile>(
  read: () => readonly File[],
  change: (files: readonly File[]) => void,
): Unsubscribe => {
  let isOver = false;
  const take = (files: readonly File[]): void => {
    if (!isOver && files !== read()) change(files);
  };
  const update = (): void => take(withUploads(read()));
  update();
  if (read().some(({ fileId }) => fileId === null)) {
    filesOfEarlierPage()
      .then((uploaded) => take(settleFiles(read(), uploaded)))
      // They are shown as interrupted, and can be chosen again.
      .catch(() => undefined);
  }
  const stop = uploads.state.subscribe(update);
  return () => {
    isOver = true;
    stop();
  };
};
