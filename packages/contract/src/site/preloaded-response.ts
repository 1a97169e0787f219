import * as z from 'zod/mini';
import { isTracking } from '../common/tracking-parameters.ts';

/**
 * The id of the element in which a page arrives with the response to its first call, because the
 * application and its service worker read what the server writes.
 */
export const PRELOADED_RESPONSE_ID = 'first-answer';
/** The element's tags; between them is JSON without `<`. */
export const PRELOADED_RESPONSE_START = `<script type="application/json" id="${PRELOADED_RESPONSE_ID}">`;
export const PRELOADED_RESPONSE_END = '</script>';

/** The JSON between start and end: the URL of the page's first call, and the response to it. */
export const preloadedResponseSchema = z.object({ call: z.string(), answer: z.unknown() });

/** Whether a parameter of a page's URL is none of its first call, which would reject it. */
export const isOfPageOnly = (name: string): boolean =>
  name === 'view' || name === 'lang' || isTracking(name);
