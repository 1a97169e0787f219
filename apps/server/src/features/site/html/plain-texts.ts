import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { DAY_MS } from '@izgodno/contract/common/durations';
import type { Clock } from '#platform/clock.ts';

const root = path.resolve(import.meta.dirname, '../../../../../..');

/** Texts of the repository that the product serves verbatim. */
const files = {
  '/security-policy.txt': 'SECURITY.md',
  // Code sent to browsers needs its licences.
  '/third-party-notices.txt': 'THIRD-PARTY-NOTICES',
} as const;

/** How long a `security.txt` is valid; RFC 9116 asks for less than a year. */
const VALID_FOR_MS = 90 * DAY_MS;

export interface PlainTextOptions {
  readonly clock: Clock;
  /** Origin of the product. */
  readonly baseUrl: string;
  /** The URL for reports of vulnerabilities; default the contact page. */
  readonly securityContact: string | undefined;
}

/** `security.txt` (RFC 9116), its policy, and the licences of third-party code. */
export const addPlainTexts = (
  app: FastifyInstance,
  { clock, baseUrl, securityContact }: PlainTextOptions,
): void => {
  const type = 'text/plain; charset=utf-8';

  app.get('/.well-known/security.txt', (_, reply) => {
    const now = clock.now();
    // The same all day, so that it does not change with each request.
    const expires = new Date(now - (now % DAY_MS) + VALID_FOR_MS);
    const fields = [
      ['Contact', securityContact ?? `${baseUrl}/contact`],
      ['Expires', expires.toISOString()],
      ['Preferred-Languages', 'bg, en'],
      ['Canonical', `${baseUrl}/.well-known/security.txt`],
      ['Policy', `${baseUrl}/security-policy.txt`],
    ];
    return reply
      .type(type)
      .header('Cache-Control', 'public, max-age=86400')
      .send(fields.map(([name, value]) => `${name}: ${value}\n`).join(''));
  });

  for (const [url, file] of Object.entries(files))
    app.get(url, (_, reply) =>
      reply
        .type(type)
        .header('Cache-Control', 'no-cache')
        .send(createReadStream(path.join(root, file))),
    );
};
