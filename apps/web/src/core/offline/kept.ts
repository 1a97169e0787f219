import * as z from 'zod/mini';

/** What the service worker and the pages have to agree on. */

/** Public answers about deals, as they were last seen. */
export const DEALS_CACHE = 'izgodno-deals';
export const PICTURES_CACHE = 'izgodno-pictures';

/** The header of a kept copy that says when it was kept, in epoch milliseconds. */
export const KEPT_AT_HEADER = 'x-kept-at';

/** What a page asks of the worker: to become the one in charge, or to say what it has shown. */
export const workerOrderSchema = z.enum(['take-over', 'tell']);
export type WorkerOrder = z.infer<typeof workerOrderSchema>;

/** What the worker tells a page: when its deals were seen, or null as they are from the server again. */
export const workerNewsSchema = z.object({ keptAt: z.nullable(z.number()) });
export type WorkerNews = z.infer<typeof workerNewsSchema>;
