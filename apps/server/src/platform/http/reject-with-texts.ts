import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorBodySchema, type TextRejection } from '@izgodno/contract/common/errors';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';

/**
 * Gives the errors of an application's calls the form of the specification (section 7), where
 * `error` is a text. Errors of `others`, and all responses that are no errors, stay as they are.
 */
export const rejectWithTexts = (
  app: FastifyInstance,
  others: (request: FastifyRequest) => boolean = () => false,
): void => {
  app.addHook('preSerialization', async (request, _reply, payload) => {
    const rejected = parseUntrusted(errorBodySchema, payload);
    if (!rejected.success || others(request)) return payload;
    const { error: details } = rejected.data;
    const { message } = details;
    return { success: false, error: message, message, details } satisfies TextRejection;
  });
};
