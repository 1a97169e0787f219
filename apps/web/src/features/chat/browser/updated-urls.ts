import { onUrlsUpdated } from '#core/uploads/browser/urls-updated.ts';
import { createStore } from '#shared/store.ts';

/**
 * Addresses of files whose message could not be updated on the server, by the id that the message was
 * made with: the page shows them all the same (specification, section 8).
 */
export const updatedUrls = createStore<ReadonlyMap<string, readonly string[]>>(new Map());

onUrlsUpdated(({ messageId, fileUrls }) =>
  updatedUrls.set(new Map(updatedUrls.get()).set(messageId, fileUrls)),
);
