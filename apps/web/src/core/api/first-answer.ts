import { callAddress, type AnyInput } from '@izgodno/contract/common/client';
import type { Call, CallInput } from '@izgodno/contract/common/call';
import { parseAnswer } from '@izgodno/contract/common/parse-untrusted';
import * as z from 'zod/mini';

/** The element in which the server has put what the page asks for first. */
const ELEMENT_ID = 'first-answer';

const firstAnswerSchema = z.object({ call: z.string(), answer: z.unknown() });

/**
 * The answer that the page arrived with, where it is that of this very call. It is taken once: later
 * the server knows better.
 */
export const takeFirstAnswer = <Response extends Call['response'], C extends Call>(
  call: C & { readonly response: Response },
  input: AnyInput & CallInput<C>,
): z.output<Response> | undefined => {
  const element = document.getElementById(ELEMENT_ID);
  if (element === null) return undefined;
  const first = firstAnswerSchema.parse(JSON.parse(element.textContent));
  if (first.call !== callAddress(call, input)) return undefined;
  element.remove();
  return parseAnswer(call.response, first.answer);
};
