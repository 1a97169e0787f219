import { createWriteStream, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { MAX_DETAIL_LENGTH, type Rejection } from './connector.ts';
import { makeFolder } from '#platform/make-folder.ts';

export interface RejectedRow {
  readonly row: number;
  readonly externalId: string | null;
  readonly rejection: Rejection;
}

/** A file with one JSON object per line for each rejected row: `row`, `id`, `reason`, `detail`. */
export interface RejectionReport {
  add(rejected: RejectedRow): Promise<void>;
  /** Returns the file's path, or `null` if there was nothing to report. */
  close(): Promise<string | null>;
}

/** The first rejection creates the file. */
export const createRejectionReport = (file: string): RejectionReport => {
  let stream: WriteStream | undefined;
  let failure: Error | undefined;

  const open = async (): Promise<WriteStream> => {
    await makeFolder(path.dirname(file));
    const opened = createWriteStream(file);
    // Without a listener a full disk would end the process; `add` throws the error instead.
    opened.on('error', (error) => (failure = error));
    return opened;
  };

  return {
    async add({ row, externalId, rejection }) {
      stream ??= await open();
      if (failure !== undefined) throw failure;
      const line = {
        row,
        id: externalId,
        reason: rejection.reason,
        detail: rejection.detail.slice(0, MAX_DETAIL_LENGTH),
      };
      if (!stream.write(`${JSON.stringify(line)}\n`)) await once(stream, 'drain');
    },
    async close() {
      if (stream === undefined) return null;
      stream.end();
      await finished(stream);
      return file;
    },
  };
};
