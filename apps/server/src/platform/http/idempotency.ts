import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findsWhatItMade, isRepeatable, type Call } from '@izgodno/contract/common/call';
import { IDEMPOTENCY_KEY } from '@izgodno/contract/common/idempotency-key';
import type { Principal } from './authentication.ts';
import { CallError } from './errors.ts';

/** What is known of a client's key. */
type Repetition =
  /** The key is new, or its former call broke off: the call has to be made. */
  | { readonly kind: 'first' }
  | { readonly kind: 'pending' }
  /** The key was used for another request. */
  | { readonly kind: 'reused' }
  /** Without a response, the call presents again what it made. */
  | { readonly kind: 'made'; readonly response: object | null };

/** The key of one request of a user. */
export interface RequestKey {
  readonly userId: string;
  readonly keyHash: Buffer;
  readonly requestHash: Buffer;
}

/** Stores the responses of calls by the keys of their clients. */
export interface IdempotencyStore {
  begin(key: RequestKey): Promise<Repetition>;
  keep(key: RequestKey, response: object | null): Promise<void>;
  /** The call failed, so that the same key may try again. */
  release(key: RequestKey): Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    idempotency: IdempotencyStore;
  }
}

export const registerIdempotency = (app: FastifyInstance, store: IdempotencyStore): void => {
  app.decorate('idempotency', store);
};

const HEADER = 'idempotency-key';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The client's key of a request, or null. Throws `validation_failed`. */
const readKey = (request: FastifyRequest, parts: object, userId: string): RequestKey | null => {
  const key = request.headers[HEADER];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key))
    throw new CallError('validation_failed', {
      fields: {
        'Idempotency-Key': {
          code: 'invalid_format',
          message: 'Expected 1 to 255 ASCII characters without spaces',
        },
      },
    });
  const { method, url } = request.routeOptions;
  return {
    userId,
    keyHash: digest(key),
    requestHash: digest(JSON.stringify([method, url, parts])),
  };
};

/** What identifies a request beside its route and its user. */
interface Parts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** The exchange of a request, and its user. */
interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly user: Principal | null;
}

/**
 * Makes a call once for each `Idempotency-Key` of its user, and repeats the response for a day.
 * Throws `idempotency_key_reused`, and `idempotency_key_pending` while the first request is made.
 */
export const makeOnce = async <Response extends object>(
  call: Call,
  { request, reply, user }: Exchange,
  { params, query, body }: Parts,
  make: () => Promise<Response>,
): Promise<object> => {
  const key =
    user === null || !isRepeatable(call)
      ? null
      : readKey(request, { params, query, body }, user.id);
  if (key === null) return make();
  const { idempotency, outages } = request.server;
  const known = await idempotency.begin(key);
  if (known.kind === 'reused') throw new CallError('idempotency_key_reused');
  if (known.kind === 'pending') throw new CallError('idempotency_key_pending', { retryAfter: 1 });
  if (known.kind === 'made') {
    void reply.header('Idempotency-Replayed', 'true');
    return known.response ?? make();
  }
  const response = await make().catch(async (error: unknown) => {
    await idempotency
      .release(key)
      .catch((err: unknown) => request.log.warn({ err }, 'a key of a failed call stays reserved'));
    throw error;
  });
  // A stored response would show what the thing quotes or forwards after that was erased.
  const stored = findsWhatItMade(call, body) ? null : response;
  const keep = (): Promise<void> => idempotency.keep(key, stored);
  // The call was made: whatever fails now, its key stays reserved, so that no repeat makes it again.
  await outages
    .outlast(keep(), keep)
    .catch((err: unknown) => request.log.error({ err }, 'a response cannot be repeated'));
  return response;
};
