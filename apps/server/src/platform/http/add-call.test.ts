import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { defineCall } from '@izgodno/contract/common/call';
import { errorBodySchema } from '@izgodno/contract/common/errors';
import { repeatable } from '@izgodno/contract/common/query-values';
import { addCall, type CallResponse, type CallRequest } from './add-call.ts';
import { registerBodyParsers } from './body-parsers.ts';
import { registerRateWindows } from './call-rates.ts';
import { removedError } from '#schema/removed-error.ts';
import { createErrorHandler } from './error-handler.ts';
import { CallError } from './errors.ts';

const renameThing = defineCall({
  method: 'POST',
  path: '/api/things/:id',
  summary: 'Rename a thing',
  access: 'anyone',
  limit: { cost: 1 },
  audit: false,
  params: z.strictObject({ id: z.string().check(z.regex(/^\d+$/)) }),
  query: z.strictObject({
    dry: z.optional(z.enum(['yes'])),
    kind: repeatable(z.enum(['a', 'b']), 3),
  }),
  body: z.strictObject({
    name: z.object({ bg: z.string(), en: z.string() }),
    media: z.optional(z.array(z.object({ url: z.url() }))),
  }),
  response: z.object({ success: z.literal(true), renamed: z.string() }),
});

/** A call without a body. */
const restoreThing = defineCall({
  method: 'DELETE',
  path: '/api/things/:id',
  summary: 'Restore a thing',
  access: 'anyone',
  limit: { cost: 1 },
  audit: false,
  params: z.strictObject({ id: z.string() }),
  response: z.object({ success: z.literal(true), renamed: z.string() }),
});

/** A call whose body has no necessary field. */
const sellThing = defineCall({
  method: 'PUT',
  path: '/api/things/:id',
  summary: 'Sell a thing',
  access: 'anyone',
  limit: { cost: 1 },
  audit: false,
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ buyer: z.optional(z.string()) }),
  response: z.object({ success: z.literal(true), buyer: z.nullable(z.string()) }),
});

type Handler = (
  request: CallRequest<typeof renameThing>,
) => Promise<CallResponse<typeof renameThing>>;

const buildApp = (handler: Handler): FastifyInstance => {
  const app = fastify();
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(createErrorHandler(removedError));
  registerBodyParsers(app);
  registerRateWindows(app, { now: () => 0 });
  addCall(app, renameThing, handler);
  addCall(app, restoreThing, ({ params }) => Promise.resolve({ renamed: params.id }));
  addCall(app, sellThing, ({ body }) => Promise.resolve({ buyer: body.buyer ?? null }));
  return app;
};

const rename = (app: FastifyInstance, url: string, body: object) =>
  app.inject({ method: 'POST', url, body });

const good = { name: { bg: 'нещо', en: 'thing' } };

test('a handler gets what the contract parsed, and its response has success', async () => {
  const app = buildApp(({ params, body }) =>
    Promise.resolve({ renamed: `${params.id}: ${body.name.bg}` }),
  );
  const response = await rename(app, '/api/things/7', good);
  expect(response.json()).toEqual({ success: true, renamed: '7: нещо' });
});

test('every invalid field is named at once, in any part of the request', async () => {
  const app = buildApp(() => Promise.reject(new Error('must not run')));
  const response = await rename(app, '/api/things/x?dry=no&wet=1', { name: { bg: 1 }, more: true });
  expect(response.statusCode).toBe(400);
  expect(response.json().error.code).toBe('validation_failed');
  expect(Object.keys(response.json().error.fields).toSorted()).toEqual([
    'dry',
    'id',
    'name.bg',
    'name.en',
    'wet',
  ]);
});

test('a call that takes no parameters in its query rejects them', async () => {
  const app = buildApp(() => Promise.reject(new Error('must not run')));
  const response = await app.inject({ method: 'DELETE', url: '/api/things/7?limit=1' });
  expect(response.statusCode).toBe(400);
  expect(errorBodySchema.parse(response.json()).error).toMatchObject({
    code: 'validation_failed',
    fields: { limit: { code: 'unrecognized_keys' } },
  });
});

test('a repeated parameter is named as it was sent, an item of a list in a body by its index', async () => {
  const app = buildApp(() => Promise.reject(new Error('must not run')));
  const media = [{ url: 'https://shop.example/a.jpg' }, { url: 'a.jpg' }];
  const url = '/api/things/7?kind=a&kind=c&kind=d';
  const response = await rename(app, url, { ...good, media });
  expect(Object.keys(errorBodySchema.parse(response.json()).error.fields ?? {}).toSorted()).toEqual(
    ['kind', 'media.1.url'],
  );
});

test('a key that readers of objects leave out is named by its part of the request', async () => {
  const app = buildApp(() => Promise.reject(new Error('must not run')));
  const response = await rename(app, '/api/things/7?__proto__=1', good);
  expect(Object.keys(errorBodySchema.parse(response.json()).error.fields ?? {})).toEqual(['query']);
});

test('names the first of many errors, so that a response is not larger than the request', async () => {
  const app = buildApp(() => Promise.reject(new Error('must not run')));
  const keys = Array.from({ length: 2_000 }, (_, index) => `k${index}`);
  const url = `/api/things/7?${keys.map((key) => `${key}=1`).join('&')}`;
  const response = await rename(app, url, good);
  expect(response.json().error.code).toBe('validation_failed');
  expect(response.body.length).toBeLessThan(url.length);
  const long = await rename(app, `/api/things/7?${'x'.repeat(5_000)}=1`, good);
  expect(long.body.length).toBeLessThan(1_000);
});

test('unknown fields of a body are dropped and named in a header, at any depth', async () => {
  const bodies: unknown[] = [];
  const app = buildApp(({ body }) => {
    bodies.push(body);
    return Promise.resolve({ renamed: '' });
  });
  const extra = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, 1]));
  const response = await rename(app, '/api/things/7', {
    name: { ...good.name, de: 'Ding' },
    media: [{ url: 'https://shop.example/a.jpg', alt: 'a' }],
    later: { a: 1 },
    'bad\r\nname': 1,
  });
  expect(response.statusCode).toBe(200);
  expect(response.headers['x-ignored-fields']).toBe('later, name.de, media.0.alt');
  const many = await rename(app, '/api/things/7', { ...extra, ...good });
  expect(String(many.headers['x-ignored-fields']).length).toBeLessThanOrEqual(500);
  const media = [{ url: 'https://shop.example/a.jpg' }];
  expect(bodies).toEqual([{ ...good, media }, good]);
  expect((await rename(app, '/api/things/7', good)).headers['x-ignored-fields']).toBeUndefined();
});

test('an exact call rejects a body with unknown fields, at any depth', async () => {
  const app = fastify();
  app.setErrorHandler(createErrorHandler(removedError));
  registerRateWindows(app, { now: () => 0 });
  addCall(app, { ...renameThing, exact: true }, () => Promise.reject(new Error('must not run')));
  const response = await rename(app, '/api/things/7', {
    name: { ...good.name, de: 'Ding' },
    expiresat: '2027-01-01',
  });
  expect(response.statusCode).toBe(400);
  expect(errorBodySchema.parse(response.json()).error).toMatchObject({
    code: 'validation_failed',
    fields: { 'name.de': { code: 'unrecognized_keys' }, expiresat: { code: 'unrecognized_keys' } },
  });
});

/** The status, code and fields of a response to bytes of this type. */
const send = async (contentType: string, payload: string | Buffer) => {
  const app = buildApp(({ body }) => Promise.resolve({ renamed: body.name.bg }));
  const headers = { 'content-type': contentType };
  const response = await app.inject({ method: 'POST', url: '/api/things/7', headers, payload });
  const { error, renamed } = z
    .object({
      error: z.optional(errorBodySchema.shape.error),
      renamed: z.optional(z.string()),
    })
    .parse(response.json());
  return [response.statusCode, error?.code ?? renamed, error?.fields?.['body']?.code];
};

test.for([
  ['{"name"', [400, 'malformed_request', 'invalid_format']],
  ['{"name": {"__proto__": 1}}', [400, 'malformed_request', 'invalid_format']],
  ['{"constructor": {"prototype": 1}}', [400, 'malformed_request', 'invalid_format']],
  ['', [400, 'validation_failed', 'invalid_type']],
  // "щ" in cp1251 and in the beginning of UTF-8.
  [Buffer.from('{"name":"\xF9"}', 'latin1'), [400, 'malformed_request', 'invalid_format']],
  [Buffer.from('{"name":"\xD1"}', 'latin1'), [400, 'malformed_request', 'invalid_format']],
  [`\uFEFF${JSON.stringify(good)}`, [200, good.name.bg, undefined]],
] as const)('the body %s is read as JSON in UTF-8, or named', async ([body, expected]) => {
  expect(await send('application/json', body)).toEqual(expected);
});

test.for([
  ['application/json; charset=utf-8', 200],
  ['application/json;charset="UTF-8"', 200],
  ['Application/JSON; Charset=utf8', 200],
  ['application/json; charset=windows-1251', 415],
  ['application/json; a=b; charset="cp1251"', 415],
  ['text/plain', 415],
  ['text/plain; charset=utf-8', 415],
  ['application/xml', 415],
] as const)('a body of the type %s has the status %i', async ([contentType, status]) => {
  expect(await send(contentType, JSON.stringify(good))).toEqual([
    status,
    status === 200 ? good.name.bg : 'unsupported_media_type',
    undefined,
  ]);
});

test.for(['application/json', 'application/json; charset=cp1251', 'text/plain'])(
  'an empty body of the type %s is no body',
  async (contentType) => {
    const app = buildApp(() => Promise.reject(new Error('must not run')));
    const request = { url: '/api/things/7', headers: { 'content-type': contentType } } as const;
    const response = await app.inject({ method: 'DELETE', ...request });
    expect(response.json()).toEqual({ success: true, renamed: '7' });
    const needed = await app.inject({ method: 'POST', ...request });
    expect(needed.statusCode).toBe(400);
    expect(errorBodySchema.parse(needed.json()).error).toMatchObject({
      code: 'validation_failed',
      fields: { body: { code: 'invalid_type' } },
    });
  },
);

test('a body without necessary fields can be absent', async () => {
  const app = buildApp(() => Promise.reject(new Error('must not run')));
  const response = await app.inject({ method: 'PUT', url: '/api/things/7' });
  expect(response.json()).toEqual({ success: true, buyer: null });
});

test('an error of the catalogue has its status and the time of the next try', async () => {
  const app = buildApp(() => Promise.reject(new CallError('rate_limited', { retryAfter: 30 })));
  const response = await rename(app, '/api/things/7', good);
  expect(response.statusCode).toBe(429);
  expect(response.headers['retry-after']).toBe('30');
  expect(response.json()).toMatchObject({ success: false, error: { code: 'rate_limited' } });
});

test.for([
  ['a fault of our own', () => Promise.reject(new Error('secret detail')), 500, 'internal'],
  [
    'an answer against the contract',
    () => Promise.resolve({ renamed: JSON.parse('5') }),
    500,
    'internal',
  ],
  [
    'an account that was removed meanwhile',
    () =>
      Promise.reject(
        Object.assign(new Error('expected a user'), {
          code: '23503',
          constraint: 'factor_challenges_session_id_fkey',
        }),
      ),
    401,
    'session_expired',
  ],
  [
    'an owner that was removed meanwhile',
    () =>
      Promise.reject(
        Object.assign(new Error('expected a user'), {
          code: '23503',
          constraint: 'files_owner_id_fkey',
        }),
      ),
    401,
    'session_expired',
  ],
  [
    'somebody named that was removed meanwhile',
    () =>
      Promise.reject(
        Object.assign(new Error('expected a user'), {
          code: '23503',
          constraint: 'user_blocks_blocked_id_fkey',
        }),
      ),
    404,
    'not_found',
  ],
  [
    'a reference that is ours to keep',
    () =>
      Promise.reject(
        Object.assign(new Error('expected a place'), {
          code: '23503',
          constraint: 'deals_location_fkey',
        }),
      ),
    500,
    'internal',
  ],
  [
    'a database that is gone',
    () => Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' })),
    503,
    'database_unavailable',
  ],
  [
    'a database whose disk is full',
    () => Promise.reject(Object.assign(new Error('expected space'), { code: '53100' })),
    503,
    'database_unavailable',
  ],
] as const)('%s reveals nothing', async ([, handler, status, code]) => {
  const response = await rename(buildApp(handler), '/api/things/7', good);
  expect(response.statusCode).toBe(status);
  expect(response.json().error.code).toBe(code);
  expect(response.body).not.toMatch(/secret|terminating|expected/);
});
