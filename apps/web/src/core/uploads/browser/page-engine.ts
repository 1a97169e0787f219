import { deleteFile } from '@izgodno/contract/uploads/calls';
import { DEFAULT_CHUNK_SIZE, DEFAULT_UPLOAD_TIMEOUT_MS } from '@izgodno/contract/uploads/limits';
import { api } from '#core/api/api.ts';
import { note } from '#core/log.ts';
import type { EngineStore } from '#core/uploads/engine/engine-state.ts';
import { UploadEngine } from '#core/uploads/engine/engine.ts';
import type { UploadClock } from '#core/uploads/engine/ports.ts';
import { createChunkedTransport, type ServerLimits } from './chunked-transport.ts';
import { uploadMessages } from './messages.ts';
import { createResumableTransport } from './resumable-transport.ts';
import { createUploadStore } from './upload-store.ts';
import { announceUrls } from './urls-updated.ts';

const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

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
        const online = (): void => listener(true);
        const offline = (): void => listener(false);
        window.addEventListener('online', online);
        window.addEventListener('offline', offline);
        return () => {
          window.removeEventListener('online', online);
          window.removeEventListener('offline', offline);
        };
      },
      announceUrls,
      log: note,
    },
    store,
  );
  store.subscribe(() => {
    // A listener that is always there would keep pages out of the back-forward cache.
    if (engine.needsPage) window.addEventListener('beforeunload', askBeforeLeaving);
    else window.removeEventListener('beforeunload', askBeforeLeaving);
  });
  return engine;
};
