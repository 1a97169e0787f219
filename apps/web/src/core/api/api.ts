import { AUTH_ERROR_EVENT, createApiClient, resolveBaseUrl } from '@izgodno/contract/common/client';
import * as z from 'zod/mini';
import { sharedStorage } from '#core/session-browser/storage.ts';
import { readAccessToken } from '#core/session/stored-session.ts';

// The content security policy forbids eval, which the schema library would otherwise try first.
z.config({ jitless: true });

// The server, and the development server by its proxy, give the page and the API one origin: that is
// what the environment says here unless a build names another. Without it a page on any local port
// would call port 5000, which the content security policy rightly refuses.
const configured = import.meta.env.VITE_API_URL ?? location.origin;

export const api = createApiClient({
  baseUrl: resolveBaseUrl(configured, location.href, import.meta.env.VITE_PRODUCTION_HOST),
  readToken: () => readAccessToken(sharedStorage),
  onUnauthorized: () => window.dispatchEvent(new Event(AUTH_ERROR_EVENT)),
});
