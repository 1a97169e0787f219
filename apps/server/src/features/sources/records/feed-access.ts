import * as z from 'zod/mini';
import { feedAccessSchema } from '@izgodno/contract/sources/feed-access';
import type { ConnectorContext } from '../pipeline/connector.ts';

/**
 * How a row says that its feed is asked for. `url`: the credential is the whole URL, for settings
 * that have credentials in it; the row's own URL is without them.
 */
export const storedAccessSchema = z.union([
  feedAccessSchema,
  z.strictObject({ as: z.literal('url'), name: z.string() }),
]);
export type StoredAccess = z.infer<typeof storedAccessSchema>;

const basic = (credential: string): FeedRequest['headers'] => ({
  authorization: `Basic ${Buffer.from(credential).toString('base64')}`,
});

/** The request for a URL with a user before its host, as no URL of a request may have. */
const withoutUser = (href: string): FeedRequest => {
  const url = new URL(href);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const user = [username, password].map(decodeURIComponent).join(':');
  return { url: url.href, headers: username === '' ? {} : basic(user) };
};

export interface FeedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The request for a feed. A redirect to another origin gets no `Authorization`. Throws
 * `CREDENTIAL_MISSING`.
 */
export const feedRequest = (
  url: string,
  access: StoredAccess | undefined,
  { credential }: Pick<ConnectorContext, 'credential'>,
): FeedRequest => {
  if (access === undefined) return withoutUser(url);
  const value = credential(access.name);
  if (access.as === 'url') return withoutUser(value);
  if (access.as === 'query') {
    const target = new URL(url);
    target.searchParams.set(access.parameter, value);
    return { url: target.href, headers: {} };
  }
  const headers = access.as === 'basic' ? basic(value) : { authorization: `Bearer ${value}` };
  return { url, headers };
};
