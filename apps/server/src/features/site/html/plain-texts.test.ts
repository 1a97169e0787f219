import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { addPlainTexts } from './plain-texts.ts';

const NOON = Date.parse('2026-11-22T12:00:00Z');
const YEAR_MS = 365 * DAY_MS;

let app: FastifyInstance | undefined;
let now = NOON;

const start = (securityContact?: string): FastifyInstance => {
  now = NOON;
  app = fastify();
  addPlainTexts(app, {
    clock: { now: () => now },
    baseUrl: 'https://izgodno.example',
    securityContact,
  });
  return app;
};
afterEach(() => app?.close());

/** The fields of a `security.txt` by RFC 9116: a name, a colon, a space, a value. */
const readSecurityText = async (from: FastifyInstance): Promise<Record<string, string>> => {
  const response = await from.inject('/.well-known/security.txt');
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(response.body).toMatch(/^([A-Z][A-Za-z-]*: \S.*\n)+$/);
  const fields = response.body
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/: (.*)/s).slice(0, 2));
  expect(new Set(fields.map(([name]) => name)).size).toBe(fields.length);
  return Object.fromEntries(fields);
};

describe('security.txt', () => {
  test('has the contact, the languages and the policy for reports', async () => {
    expect(await readSecurityText(start())).toEqual({
      Contact: 'https://izgodno.example/contact',
      Expires: expect.any(String),
      'Preferred-Languages': 'bg, en',
      Canonical: 'https://izgodno.example/.well-known/security.txt',
      Policy: 'https://izgodno.example/security-policy.txt',
    });
  });

  test('has the contact that the operator configured', async () => {
    expect(await readSecurityText(start('mailto:security@izgodno.example'))).toMatchObject({
      Contact: 'mailto:security@izgodno.example',
    });
  });

  test('never expires while the product runs, and is valid for less than a year', async () => {
    const served = start();
    for (const days of [0, 100, 400, 4_000]) {
      now = NOON + days * DAY_MS;
      const expires = Date.parse((await readSecurityText(served))['Expires'] ?? '');
      expect(expires).toBeGreaterThan(now + 30 * DAY_MS);
      expect(expires).toBeLessThan(now + YEAR_MS);
    }
  });
});

test.for([
  ['/security-policy.txt', 'How to report'],
  ['/third-party-notices.txt', 'THIRD-PARTY NOTICES'],
] as const)('%s is served as plain text', async ([url, content]) => {
  const response = await start().inject(url);
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(response.body).toContain(content);
});
