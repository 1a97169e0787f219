/**
 * The id of the element in which a page arrives with the response to its first call, because the
 * application and its service worker read what the server writes.
 */
export const PRELOADED_RESPONSE_ID = 'first-answer';
/** The element's tags; between them is JSON without `<`. */
export const PRELOADED_RESPONSE_START = `<script type="application/json" id="${PRELOADED_RESPONSE_ID}">`;
export const PRELOADED_RESPONSE_END = '</script>';
