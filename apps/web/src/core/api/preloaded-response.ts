import { callUrl, type AnyInput } from '@izgodno/contract/common/client';
import type { Call, CallInput } from '@izgodno/contract/common/call';
import { parseResponse } from '@izgodno/contract/common/parse-untrusted';
import {
  PRELOADED_RESPONSE_ID,
  preloadedResponseSchema,
} from '@izgodno/contract/site/preloaded-response';
import type * as z from 'zod/mini';

/**
 * Returns the preloaded response if it belongs to this call. It is used once, because later the
 * server has newer data.
 */
export const takePreloadedResponse = <Response extends Call['response'], C extends Call>(
  call: C & { readonly response: Response },
  input: AnyInput & CallInput<C>,
): z.output<Response> | undefined => {
  const element = document.getElementById(PRELOADED_RESPONSE_ID);
  if (element === null) return undefined;
  const first = preloadedResponseSchema.parse(JSON.parse(element.textContent));
  if (first.call !== callUrl(call, input)) return undefined;
  element.remove();
  return parseResponse(call.response, first.answer);
};
