import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Call } from '@izgodno/contract/common/call';
import { CallError } from './errors.ts';

/** Half of a SHA-256: as hard to guess as an access token, and short enough for a URL. */
const MAC_BYTES = 16;

/** Signs cursors, each for one list, so that callers cannot make their own. */
export interface CursorSeal {
  seal(list: string, cursor: string): string;
  /** The cursor sealed for the same list. Throws `validation_failed` for anything else. */
  open(list: string, sealed: string): string;
}

declare module 'fastify' {
  interface FastifyInstance {
    cursorSeal: CursorSeal;
  }
}

/** Also thrown for a valid cursor of another order. */
export const invalidCursor = (cause?: unknown): CallError =>
  new CallError('validation_failed', {
    fields: { cursor: { code: 'invalid_cursor', message: 'Not a cursor of this list' } },
    cause,
  });

/**
 * The name of a call's list, with its parameters, because a cursor is invalid for another object's
 * list.
 */
export const listOf = ({ method, path }: Call, params: unknown): string =>
  `${method} ${path} ${JSON.stringify(params ?? {})}`;

export const createCursorSeal = (key: Buffer): CursorSeal => {
  const macOf = (list: string, cursor: Buffer): Buffer =>
    createHmac('sha256', key).update(`${list}\n`).update(cursor).digest().subarray(0, MAC_BYTES);
  return {
    seal(list, cursor) {
      const content = Buffer.from(cursor);
      return Buffer.concat([macOf(list, content), content]).toString('base64url');
    },
    open(list, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const content = bytes.subarray(MAC_BYTES);
      // Base64 decoding skips invalid characters, so without the first comparison a cursor would
      // have many spellings.
      const isGenuine =
        bytes.length > MAC_BYTES &&
        bytes.toString('base64url') === sealed &&
        timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(list, content));
      if (!isGenuine) throw invalidCursor();
      return content.toString();
    },
  };
};

/** Makes `addCall` seal the cursors of every list. */
export const registerCursorSeal = (app: FastifyInstance, key: Buffer): void => {
  app.decorate('cursorSeal', createCursorSeal(key));
};
