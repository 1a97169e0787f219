import { AUTH_ERROR_EVENT, createApiClient, resolveBaseUrl } from '@izgodno/contract/common/client';
import * as z from 'zod/mini';
import { sharedStorage } from '#shared/storage.ts';
import { readAccessToken } from '#core/session/access-token.ts';
import { RequestsAhead } from './requests-ahead.ts';

// Turns off eval, which the content security policy forbids and the schema library would try first.
z.config({ jitless: true });

// The page and the API share one origin: the server serves both, and the development server
// proxies. Without this default, a page on any local port would call port 5000, which the content
// security policy rejects.
const configured = import.meta.env.VITE_API_URL ?? location.origin;

/** Origin of the API, for requests that do not go through `api`: uploads and sockets. */
export const apiOrigin = resolveBaseUrl(
  configured,
  location.href,
  import.meta.env.VITE_PRODUCTION_HOST,
);

export const currentToken = (): string | null => readAccessToken(sharedStorage);

/** Reports a 401 to the session, which then refreshes or ends. */
export const reportUnauthorized = (): void =>
  void window.dispatchEvent(new Event(AUTH_ERROR_EVENT));

/** Requests that are sent before the code of their calls has loaded. */
export const ahead = new RequestsAhead(window.fetch.bind(window), () => performance.now());

export const api = createApiClient({
  baseUrl: apiOrigin,
  readToken: currentToken,
  onUnauthorized: reportUnauthorized,
  fetch: ahead.fetch,
});
