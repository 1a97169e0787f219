import * as z from 'zod/mini';

/** Names and schemas shared by the service worker and the pages. */

/** The cache of public responses about deals. */
export const DEALS_CACHE = 'izgodno-deals';
export const IMAGES_CACHE = 'izgodno-pictures';

/** The header of a cached copy with its time of storage, in epoch milliseconds. */
export const STORED_AT_HEADER = 'x-kept-at';

/** A page's request to the worker: activate, or report what it has shown. */
export const workerOrderSchema = z.enum(['take-over', 'tell']);
export type WorkerOrder = z.infer<typeof workerOrderSchema>;

/**
 * The worker's message to a page: when its deals were cached, or null once they come from the
 * server again.
 */
export const workerChangeSchema = z.object({ keptAt: z.nullable(z.number()) });
export type WorkerChange = z.infer<typeof workerChangeSchema>;
