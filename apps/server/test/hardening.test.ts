import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { REALTIME_PATH } from '@izgodno/contract/realtime/frames';
import { RESUMABLE_UPLOAD_PATH } from '@izgodno/contract/uploads/multipart';
import { healthSchema } from '@izgodno/contract/system/calls';
import { readConfiguration, type Environment } from '#config/configuration.ts';
import { createLogger } from '#platform/logger.ts';
import { buildTestApp } from './build-test-app.ts';
import { noDeals } from './session-app.ts';
import { useTestDatabase } from './test-database.ts';

const database = useTestDatabase();

let logged = '';

/** Before the former names of cookies expire. */
const NOW = Date.UTC(2026, 10, 22);

const start = (environment: Environment, now = NOW): Promise<FastifyInstance> =>
  buildTestApp({
    clock: { now: () => now },
    settings: readConfiguration(environment),
    database: database.current.database,
    search: noDeals,
    logger: createLogger('info', { write: (line: string) => void (logged += line) }),
  });

let plain: FastifyInstance;
let behindTls: FastifyInstance;
let address: Promise<string>;

beforeAll(async () => {
  plain = await start({});
  address = plain.listen({ port: 0, host: '127.0.0.1' });
  behindTls = await start({
    BASE_URL: 'https://izgodno.example',
    CORS_ORIGINS: 'https://partner.example',
  });
});
afterAll(() => Promise.all([plain.close(), behindTls.close()]));

test('a virus scanner that is away degrades the health', async () => {
  const scanning = await start({ CLAMAV_SOCKET: '/nowhere/clamd.sock' });
  const { status, parts } = healthSchema.parse((await scanning.inject('/api/health')).json());
  expect(status).toBe('degraded');
  expect(parts['scanner']?.status).toBe('degraded');
  await scanning.close();
});

const suggest = '/api/deals/suggest?q=a';

const askWithId = () => plain.inject({ url: suggest, headers: { 'x-request-id': 'mine' } });

const preflight = (app: FastifyInstance, origin: string) =>
  app.inject({
    method: 'OPTIONS',
    url: '/api/auth/login',
    headers: { origin, 'access-control-request-method': 'POST' },
  });

const askOptions = (url: string, app = plain) => app.inject({ method: 'OPTIONS', url });

const refreshByCookie = (name: string, app = behindTls) =>
  app.inject({
    method: 'POST',
    url: '/api/auth/refresh',
    cookies: { [name]: 'some-token' },
    headers: { origin: 'https://izgodno.example' },
  });

describe('every response', () => {
  test('restricts what a page may do', async () => {
    const { headers } = await plain.inject(suggest);
    const policy = String(headers['content-security-policy']).split(';');
    for (const directive of [
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types service-worker',
      "worker-src 'self'",
      "manifest-src 'self'",
    ])
      expect(policy).toContain(directive);
    expect(policy.join()).not.toContain('unsafe');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
  });

  test('lets the viewer of the calls assign HTML, but run no other script', async () => {
    const policy = String(
      (await plain.inject('/api/docs/')).headers['content-security-policy'],
    ).split(';');
    expect(policy).toContain("script-src 'self'");
    expect(policy.join()).not.toContain('trusted-types');
  });

  test('requires TLS for a year if the product is behind it, and only then', async () => {
    expect((await plain.inject(suggest)).headers['strict-transport-security']).toBeUndefined();
    const { headers } = await behindTls.inject(suggest);
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
  });

  test('has an id of its own, which callers cannot choose', async () => {
    const ids = [
      (await askWithId()).headers['x-request-id'],
      (await askWithId()).headers['x-request-id'],
    ];
    expect(ids[0]).toMatch(/^[\da-f-]{36}$/);
    expect(ids[1]).not.toBe(ids[0]);
  });
});

describe('pages of other sites', () => {
  test('are rejected unless they are configured', async () => {
    for (const [app, origin] of [
      [plain, 'https://partner.example'],
      [behindTls, 'https://evil.example'],
    ] as const) {
      const { headers } = await preflight(app, origin);
      expect(headers['access-control-allow-origin']).not.toBe(origin);
      expect(headers['access-control-allow-origin']).not.toBe('*');
    }
    const { headers } = await preflight(behindTls, 'https://partner.example');
    expect(headers).toMatchObject({
      'access-control-allow-origin': 'https://partner.example',
      'access-control-allow-credentials': 'true',
    });
    const read = await behindTls.inject({
      url: '/api/config/upload',
      headers: { origin: 'https://partner.example' },
    });
    expect(String(read.headers['access-control-expose-headers']).split(', ')).toEqual([
      'ETag',
      'Idempotency-Replayed',
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
      'X-Ignored-Fields',
      'X-Request-Id',
    ]);
  });
});

describe('a body that a page of another site can send without a preflight', () => {
  test.for(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'is rejected: %s',
    async (type) => {
      const payload = JSON.stringify({ email: 'a@b.example', password: 'zebra-lamp-4217' });
      const response = await plain.inject({
        method: 'POST',
        url: '/api/auth/login',
        headers: { 'content-type': type },
        payload,
      });
      expect([400, 415]).toContain(response.statusCode);
    },
  );
});

/** The product's response to raw bytes. */
const sendBytes = async (bytes: string): Promise<string> => {
  const socket = connect(Number(new URL(await address).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.end(bytes);
  return text(socket);
};

describe('a request whose end two parsers could see in different places', () => {
  test.for([
    [
      'both a length and pieces',
      'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello'],
    ['a length that is no number', 'Content-Length: +5\r\n\r\nhello'],
    ['pieces by another name', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
  ] as const)('is rejected: %s', async ([, rest]) => {
    const response = await sendBytes(
      `POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${rest}`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response.match(/^HTTP/gm)).toHaveLength(1);
  });
});

describe('a failed call', () => {
  test('is reported without its cause, which the log has under the same id', async () => {
    logged = '';
    const response = await plain.inject('/api/deals');
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      success: false,
      message: 'Server error. Please try again later.',
      error: { code: 'internal', message: 'Server error. Please try again later.' },
    });
    expect(logged).toContain('These tests search for nothing.');
    expect(logged).toContain(`"reqId":"${String(response.headers['x-request-id'])}"`);
  });

  test.for(['TRACE', 'PROPFIND', 'DELETE'] as const)(
    '%s on a route without it is rejected with those that it has',
    async (method) => {
      for (const url of ['/api/deals', '/api/%64eals?q=a']) {
        const response = await plain.inject({ method, url });
        expect(response.statusCode).toBe(405);
        expect(response.json().error.code).toBe('method_not_allowed');
        expect(response.headers).toMatchObject({
          allow: 'GET, HEAD, POST, OPTIONS',
          'cache-control': 'no-store',
        });
      }
    },
  );

  test.for([
    ['PUT', '/api/deals/17', 'DELETE, GET, HEAD, PATCH, OPTIONS'],
    ['GET', '/api/auth/login', 'POST, OPTIONS'],
    ['POST', '/api/docs/', 'GET, HEAD, OPTIONS'],
  ] as const)(
    '%s %s names the methods of every route at the address',
    async ([method, url, allow]) => {
      const response = await plain.inject({ method, url });
      expect(response.statusCode).toBe(405);
      expect(response.headers['allow']).toBe(allow);
    },
  );

  test('a request of the socket without an upgrade names the protocol', async () => {
    const response = await plain.inject(REALTIME_PATH);
    expect(response.statusCode).toBe(426);
    expect(response.json().error.code).toBe('upgrade_required');
    expect(response.headers).toMatchObject({ upgrade: 'websocket', connection: 'upgrade' });
    expect((await askOptions(REALTIME_PATH)).headers['allow']).toBe('GET, HEAD, OPTIONS');
  });

  test('OPTIONS names the methods of an address, and finds no other', async () => {
    for (const app of [plain, behindTls]) {
      const { statusCode, headers, body } = await askOptions('/api/deals/17/favorite', app);
      expect([statusCode, headers['allow'], body]).toEqual([204, 'DELETE, PUT, OPTIONS', '']);
    }
    for (const url of ['/api/nothing', '/api/deals/17/nothing', '/api/deals/%', '*'])
      expect((await askOptions(url)).headers).not.toHaveProperty('allow');
  });

  test('is stored by no cache, and names the scheme of tokens if one is missing', async () => {
    const rejected = await plain.inject('/api/notices');
    const upload = await plain.inject({ method: 'POST', url: RESUMABLE_UPLOAD_PATH });
    for (const { statusCode, headers } of [rejected, upload])
      expect([statusCode, headers['www-authenticate']]).toEqual([401, 'Bearer']);
    for (const url of ['/api/deals/%', '/api/deals?minPrice=a', '/api/notices'])
      expect((await plain.inject(url)).headers['cache-control']).toBe('no-store');
  });

  test('a body above a megabyte is rejected', async () => {
    const response = await plain.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: 'a'.repeat(1024 * 1024), password: 'x' },
    });
    expect(response.statusCode).toBe(413);
    expect(response.json().error.code).toBe('payload_too_large');
  });
});

describe('the cookies of a session behind TLS', () => {
  test.for([
    ['izgodno_refresh', 'refresh_token_missing'],
    ['__Host-izgodno_refresh', 'refresh_failed'],
    // Cookies of browsers that signed in before the name changed.
    ['__Secure-izgodno_refresh', 'refresh_failed'],
  ] as const)('%s: %s', async ([name, code]) => {
    expect((await refreshByCookie(name)).json().error.code).toBe(code);
  });

  test('under their former names are read only as long as such a sign-in lasts', async () => {
    const later = await start({ BASE_URL: 'https://izgodno.example' }, Date.UTC(2027, 0, 1));
    const response = await refreshByCookie('__Secure-izgodno_refresh', later);
    expect(response.json().error.code).toBe('refresh_token_missing');
    await later.close();
  });

  test('are cleared with the attributes they were set with', async () => {
    const response = await behindTls.inject({ method: 'POST', url: '/api/auth/logout' });
    const attributes = { value: '', secure: true, httpOnly: true };
    expect(response.cookies).toMatchObject([
      { name: '__Host-izgodno_refresh', path: '/', sameSite: 'Strict', ...attributes },
      { name: '__Secure-izgodno_refresh', path: '/api/auth', ...attributes },
      { name: '__Host-izgodno_files', path: '/', sameSite: 'Lax', ...attributes },
      { name: '__Secure-izgodno_files', path: '/api/files', ...attributes },
    ]);
    for (const { domain } of response.cookies) expect(domain).toBeUndefined();
  });
});
