import { AUTH_ERROR_EVENT, createApiClient, resolveBaseUrl } from '@izgodno/contract/common/client';
import * as z from 'zod/mini';
import { sharedStorage } from '#shared/storage.ts';
import { readAccessToken } from '#core/session/access-token.ts';

// The content security policy forbids eval, which the schema library would otherwise try first.
z.config({ jitless: true });

// The server, and the development server by its proxy, give the page and the API one origin: that is
// what the environment says here unless a build names another. Without it a page on any local port
// would call port 5000, which the content security policy rightly refuses.
const configured = import.meta.env.VITE_API_URL ?? location.origin;

/** Origin of the calls, for what does not go through `api`: uploads and sockets. */
export const apiOrigin = resolveBaseUrl(
  configured,
  location.href,
  import.meta.env.VITE_PRODUCTION_HOST,
);

export const currentToken = (): string | null => readAccessToken(sharedStorage);

/** Lets the session know of a 401: it refreshes, or ends. */
export const reportUnauthorized = (): void =>
  void window.dispatchEvent(new Event(AUTH_ERROR_EVENT));

export const api = createApiClient({
  baseUrl: apiOrigin,
  readToken: currentToken,
  onUnauthorized: reportUnauthorized,
});
