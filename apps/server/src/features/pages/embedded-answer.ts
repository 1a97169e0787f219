/** Names the element that `core/api/first-answer.ts` of the web application looks for. */
const ELEMENT_ID = 'first-answer';

/** JSON that cannot end the element it stands in. */
export const embedJson = (json: string): string =>
  json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/**
 * The answer of the call that the page would make first, so that it need not wait for another round
 * trip. It is data, not script: the content security policy has nothing against it. `call` is the
 * call's address with its query as the browser writes it; whoever asks for another one asks the server.
 */
export const writeFirstAnswer = (call: string, json: string): string =>
  `<script type="application/json" id="${ELEMENT_ID}">{"call":${embedJson(JSON.stringify(call))},"answer":${embedJson(json)}}</script>`;
