import * as z from 'zod/mini';

const URLS_UPDATED_EVENT = 'urls-updated';
const urlsUpdatedSchema = z.object({ messageId: z.string(), fileUrls: z.array(z.string()) });

/** A message, by its client id, and the URLs of its files. */
export type UrlsUpdated = z.infer<typeof urlsUpdatedSchema>;

/**
 * Announces to the page the files whose message could not be updated on the server (specification,
 * section 8).
 */
export const announceUrls = (messageId: string, fileUrls: readonly string[]): void => {
  const detail: UrlsUpdated = { messageId, fileUrls: [...fileUrls] };
  window.dispatchEvent(new CustomEvent(URLS_UPDATED_EVENT, { detail }));
};

export const onUrlsUpdated = (listener: (updated: UrlsUpdated) => void): void =>
  window.addEventListener(URLS_UPDATED_EVENT, (event) => {
    const updated = urlsUpdatedSchema.safeParse(event instanceof CustomEvent && event.detail);
    if (updated.success) listener(updated.data);
  });
