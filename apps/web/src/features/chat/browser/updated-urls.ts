import * as z from 'zod/mini';
import { URLS_UPDATED_EVENT } from '#core/upload-browser/uploads.ts';
import { createStore } from '#shared/store.ts';

const updatedUrlsSchema = z.object({ messageId: z.string(), fileUrls: z.array(z.string()) });

/**
 * Addresses of files whose message could not be updated on the server, by the id that the message was
 * made with: the page shows them all the same (specification, section 8).
 */
export const updatedUrls = createStore<ReadonlyMap<string, readonly string[]>>(new Map());

window.addEventListener(URLS_UPDATED_EVENT, (event) => {
  const detail = updatedUrlsSchema.safeParse(event instanceof CustomEvent && event.detail);
  if (!detail.success) return;
  const { messageId, fileUrls } = detail.data;
  updatedUrls.set(new Map(updatedUrls.get()).set(messageId, fileUrls));
});
