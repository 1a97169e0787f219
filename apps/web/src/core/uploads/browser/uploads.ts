import { DEFAULT_CHUNK_SIZE, DEFAULT_UPLOAD_TIMEOUT_MS } from '@izgodno/contract/uploads/limits';
import { deleteFile, getUploadConfig } from '@izgodno/contract/uploads/calls';
import { useSyncExternalStore } from 'react';
import { note } from '#core/log.ts';
import { api } from '#core/api/api.ts';
import { followUser } from '#core/session/browser/use-session.ts';
import type { EngineState } from '#core/uploads/engine/engine-state.ts';
import { UploadEngine } from '#core/uploads/engine/engine.ts';
import { after } from '#shared/browser-events.ts';
import { createChunkedTransport, type ServerLimits } from './chunked-transport.ts';
import { createUploadStore } from './upload-store.ts';
import { uploadMessages } from './messages.ts';
import { createResumableTransport } from './resumable-transport.ts';
import { announceUrls } from './urls-updated.ts';

const limits = (): ServerLimits => {
  const { config } = uploads.state.get();
  return config.kind === 'ready'
    ? config.config
    : { maxFileSize: DEFAULT_CHUNK_SIZE, requestTimeout: DEFAULT_UPLOAD_TIMEOUT_MS };
};

/** The uploads of this page. */
export const uploads = new UploadEngine({
  clock: {
    now: () => Date.now(),
    after,
  },
  readConfig: async () => (await api.call(getUploadConfig, {})).config,
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
});

const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

uploads.state.subscribe(() => {
  // A listener that is always there would keep pages out of the back-forward cache.
  if (uploads.needsPage) window.addEventListener('beforeunload', askBeforeLeaving);
  else window.removeEventListener('beforeunload', askBeforeLeaving);
});

followUser(
  (userId) => void uploads.begin(userId),
  // Signing out erases the stored uploads; an expired session keeps them for the next sign-in.
  (evict) => uploads.end({ evict }),
);

export const useUploads = (): EngineState =>
  useSyncExternalStore(uploads.state.subscribe, uploads.state.get);
