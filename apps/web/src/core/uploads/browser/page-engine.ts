import { deleteFile } from '@izgodno/contract/uploads/calls';
import { DEFAULT_CHUNK_SIZE, DEFAULT_UPLOAD_TIMEOUT_MS } from '@izgodno/contract/uploads/limits';
import { api } from '#core/api/api.ts';
import { note } from '#core/log.ts';
import type { EngineStore } from '#core/uploads/engine/engine-state.ts';
import { UploadEngine } from '#core/uploads/engine/engine.ts';
import type { UploadClock } from '#core/uploads/engine/ports.ts';
import { askBeforeLosing } from '#shared/ask-before-leaving.ts';
import { listen } from '#shared/browser-events.ts';
import { createChunkedTransport, type ServerLimits } from './chunked-transport.ts';
import { uploadMessages } from './messages.ts';
import { createResumableTransport } from './resumable-transport.ts';
import { createUploadStore } from './upload-store.ts';
import { announceUrls } from './urls-updated.ts';

/** Creates the engine of this page, which has one for all users of its life. */
export const createPageEngine = (store: EngineStore, clock: UploadClock): UploadEngine => {
  const limits = (): ServerLimits => {
    const { config } = store.get();
    return config.kind === 'ready'
      ? config.config
      : { maxFileSize: DEFAULT_CHUNK_SIZE, requestTimeout: DEFAULT_UPLOAD_TIMEOUT_MS };
  };
  const engine = new UploadEngine(
    {
      clock,
      transports: {
        chunked: createChunkedTransport(limits),
        resumable: createResumableTransport(limits),
      },
      messages: uploadMessages,
      keep: createUploadStore(),
      discard: (id) => {
        // If this fails, the server removes the unreferenced file after a day.
        api.call(deleteFile, { params: { id } }).catch(() => undefined);
      },
      onNetwork: (listener) => {
        const stops = [
          listen(window, 'online', () => listener(true)),
          listen(window, 'offline', () => listener(false)),
        ];
        return () => {
          for (const stop of stops) stop();
        };
      },
      announceUrls,
      log: note,
    },
    store,
  );
  askBeforeLosing(store, () => engine.needsPage);
  return engine;
};
