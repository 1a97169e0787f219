import * as z from 'zod/mini';
import { parseJson } from '@izgodno/contract/common/parse-json';

/** What the server writes into a page: the response of the call that the page makes first. */
const firstAnswerSchema = z.object({ call: z.string(), answer: z.unknown() });
const element = /<script type="application\/json" id="first-answer">(.*?)<\/script>/s;

export interface FirstAnswer {
  /** URL of the call, from its path on. */
  readonly call: string;
  readonly response: Response;
}

/**
 * The preloaded response of a page. If the user opens only that page, the page never makes the call
 * itself.
 */
export const readFirstAnswer = (html: string): FirstAnswer | null => {
  const found = firstAnswerSchema.safeParse(parseJson(element.exec(html)?.[1] ?? ''));
  return found.success
    ? { call: found.data.call, response: Response.json(found.data.answer) }
    : null;
};
