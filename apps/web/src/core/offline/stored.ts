import * as z from 'zod/mini';

/** Names and schemas shared by the service worker and the pages. */

/** The cache of public responses about deals. */
export const DEALS_CACHE = 'izgodno-deals';
export const IMAGES_CACHE = 'izgodno-pictures';

/** The database of messages; it exists only while messages are stored. */
export const CHAT_DATABASE = 'izgodno-chat';

/** The header of a cached copy with its time of storage, in epoch milliseconds. */
export const STORED_AT_HEADER = 'x-kept-at';

/**
 * A page's request to the worker: activate, report what it has shown (and restore the application if
 * it was erased) now that the page has loaded, or store the files of the chat.
 */
export const workerOrderSchema = z.enum(['take-over', 'tell', 'store-chat']);
export type WorkerOrder = z.infer<typeof workerOrderSchema>;

/**
 * The worker's message to a page: when its deals were cached, or null once they come from the
 * server again.
 */
export const workerChangeSchema = z.object({ keptAt: z.nullable(z.number()) });
export type WorkerChange = z.infer<typeof workerChangeSchema>;

/** The path that a page must show, because the user has tapped a notice of it. */
export const workerLinkSchema = z.object({ path: z.string() });
export type WorkerLink = z.infer<typeof workerLinkSchema>;
