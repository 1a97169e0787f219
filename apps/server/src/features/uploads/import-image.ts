import { Readable } from 'node:stream';
import { CallError } from '#platform/http/errors.ts';
import type { Files } from './files.ts';
import type { UploadReceiver } from './upload-receiver.ts';
import { presentFile } from './present-file.ts';

/** Stores a fetched image as if its user had uploaded it. */
export const createImageImporter =
  (intake: UploadReceiver): Files['importImage'] =>
  async ({ ownerId, name, mediaType, bytes }) => {
    const received = await intake.receive(
      { ownerId, method: 'generic', name, mediaType, size: bytes.length },
      // A copy, because the caller may still need the bytes.
      Readable.from([Buffer.from(bytes)]),
    );
    if (received.inspected.kind !== 'image') {
      await intake.discard(received.id);
      throw new CallError('file_type_refused');
    }
    return presentFile(await intake.complete(received, null));
  };
