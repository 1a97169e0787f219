import * as z from 'zod/mini';

/**
 * The id of the element in which a page arrives with the response to its first call, because the
 * application and its service worker read what the server writes.
 */
export const PRELOADED_RESPONSE_ID = 'first-answer';
/** The element's tags; between them is JSON without `<`. */
export const PRELOADED_RESPONSE_START = `<script type="application/json" id="${PRELOADED_RESPONSE_ID}">`;
export const PRELOADED_RESPONSE_END = '</script>';

/** What is between them: the URL of the page's first call, and the response to it. */
export const preloadedResponseSchema = z.object({ call: z.string(), answer: z.unknown() });

/** Parameters of a page's URL that its first call does not have. */
export const PAGE_PARAMETERS = ['view', 'lang'] as const;
