import {
  PRELOADED_RESPONSE_END,
  PRELOADED_RESPONSE_START,
} from '@izgodno/contract/site/preloaded-response';

/** JSON that cannot end the element around it. */
export const embedJson = (json: string): string =>
  json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/**
 * The response to the page's first call, which saves a round trip. It is data, not script, so the
 * content security policy allows it. `call` is the call's URL with its query as the browser writes
 * it; any other call goes to the server.
 */
export const writePreloadedResponse = (call: string, json: string): string =>
  `${PRELOADED_RESPONSE_START}{"call":${embedJson(JSON.stringify(call))},"answer":${embedJson(json)}}${PRELOADED_RESPONSE_END}`;
