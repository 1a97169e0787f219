import { AUTH_ERROR_EVENT, createApiClient, resolveBaseUrl } from '@izgodno/contract/common/client';
import * as z from 'zod/mini';
import { readToken } from './token.ts';

// The content security policy forbids eval, which the schema library would otherwise try first.
z.config({ jitless: true });

// With hot reload the development server passes /api on, so the page's own origin is right there.
const configured =
  import.meta.env.VITE_API_URL ?? (import.meta.env.DEV ? location.origin : undefined);

export const api = createApiClient({
  baseUrl: resolveBaseUrl(configured, location.href, import.meta.env.VITE_PRODUCTION_HOST),
  readToken,
  onUnauthorized: () => window.dispatchEvent(new Event(AUTH_ERROR_EVENT)),
});
