import type { FastifyRequest } from 'fastify';
import { errorBodySchema } from '@izgodno/contract/common/errors';
import type { FilesRefusal } from '@izgodno/contract/chat/message-calls';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';

const isEdit = ({ body }: FastifyRequest): boolean =>
  typeof body === 'object' && body !== null && 'text' in body;

/**
 * Gives errors about a message's files the form of the specification (section 7), where `error` is
 * a text. All other responses, also to an edit by the same call, stay as they are.
 */
export const asFilesRefusal = async (
  request: FastifyRequest,
  _reply: unknown,
  payload: unknown,
): Promise<unknown> => {
  const refused = parseUntrusted(errorBodySchema, payload);
  if (!refused.success || isEdit(request)) return payload;
  const { error: details } = refused.data;
  return {
    success: false,
    error: details.message,
    message: details.message,
    details,
  } satisfies FilesRefusal;
};
