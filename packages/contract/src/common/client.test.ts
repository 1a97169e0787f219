import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import {
  ApiError,
  createApiClient,
  LOCAL_BASE_URL,
  REQUEST_TIMEOUT_MS,
  resolveBaseUrl,
} from './client.ts';

const readThing = defineCall({
  method: 'GET',
  path: '/api/things/:id',
  summary: 'Read a thing',
  access: 'anyone',
  limit: { cost: 1 },
  audit: false,
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ tag: z.optional(z.array(z.string())), page: z.optional(z.number()) }),
  response: z.object({ success: z.literal(true), name: z.string() }),
});
const writeThing = defineCall({
  method: 'POST',
  path: '/api/things',
  summary: 'Write a thing',
  access: 'anyone',
  limit: { cost: 1 },
  audit: false,
  body: z.strictObject({ name: z.string() }),
  response: z.object({ success: z.literal(true) }),
});

const response = (body: unknown, init: ResponseInit = {}): Response => Response.json(body, init);

const createClient = (
  respond: (request: Request) => Response | Promise<Response>,
  token: string | null = null,
) => {
  const requests: Request[] = [];
  const onUnauthorized = vi.fn<() => void>();
  const client = createApiClient({
    baseUrl: 'http://localhost:5000',
    readToken: () => token,
    onUnauthorized,
    timeoutMs: 50,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      requests.push(request);
      return respond(request);
    },
  });
  return { client, requests, onUnauthorized };
};

test('a call fills its path, repeats lists in its query and asks for JSON with credentials', async () => {
  const { client, requests } = createClient(() => response({ success: true, name: 'a' }));
  const thing = await client.call(readThing, {
    params: { id: 'x/y' },
    query: { tag: ['a', 'б'], page: 2 },
  });
  expect(thing.name).toBe('a');
  expect(requests[0]?.url).toBe('http://localhost:5000/api/things/x%2Fy?tag=a&tag=%D0%B1&page=2');
  expect(requests[0]?.credentials).toBe('include');
  expect(requests[0]?.headers.get('accept')).toBe('application/json');
  expect(requests[0]?.headers.has('authorization')).toBe(false);
});

test('a token is sent as Bearer, a body as JSON', async () => {
  const { client, requests } = createClient(() => response({ success: true }), 'secret');
  await client.call(writeThing, { body: { name: 'a' } });
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer secret');
  expect(requests[0]?.headers.get('content-type')).toBe('application/json');
  expect(await requests[0]?.json()).toEqual({ name: 'a' });
});

test('an error has its code, its field errors and the time of the next try', async () => {
  const fields = { name: { code: 'too_small', message: 'Too short' } };
  const { client, onUnauthorized } = createClient(() =>
    response(
      { success: false, error: { code: 'validation_failed', message: 'No', fields } },
      { status: 400, headers: { 'Retry-After': '7' } },
    ),
  );
  const error = await client
    .call(writeThing, { body: { name: '' } })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: 'validation_failed', status: 400, fields, retryAfter: 7 });
  expect(onUnauthorized).not.toHaveBeenCalled();
});

test('a 401 on any call is reported, and still fails', async () => {
  const { client, onUnauthorized } = createClient(() =>
    response(
      { success: false, error: { code: 'unauthenticated', message: 'No' } },
      { status: 401 },
    ),
  );
  await expect(client.call(writeThing, { body: { name: 'a' } })).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  expect(onUnauthorized).toHaveBeenCalledOnce();
});

test.for([
  [
    'an answer that is no JSON',
    () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' }),
    502,
  ],
  ['an answer against the contract', () => response({ success: true, name: 5 }), 200],
] as const)('%s is unreadable', async ([, respond, status]) => {
  const { client } = createClient(respond);
  const call = client.call(readThing, { params: { id: '1' }, query: {} });
  await expect(call).rejects.toMatchObject({ code: 'unreadable', status });
});

test.for<[name: string, body: { message?: string }, sent: number, status: number]>([
  ['keeps its message', { message: 'Your account is locked' }, 401, 401],
  ['may have a status of success', { message: 'Your account is locked' }, 200, 400],
  ['may have no message', {}, 401, 401],
  ['may have neither', {}, 200, 400],
])('a rejection without a code %s', async ([, body, sent, status]) => {
  const { client } = createClient(() => response({ success: false, ...body }, { status: sent }));
  await expect(client.call(writeThing, { body: { name: 'a' } })).rejects.toMatchObject({
    code: 'plain',
    status,
    message: body.message ?? '',
  });
});

test('the other names of the specification are read, in keys only', async () => {
  const name = '"_id": and "created_at":';
  const { client } = createClient(
    () => new Response(JSON.stringify({ _id: '7', name, created_at: 'now' })),
  );
  const response = z.object({ id: z.string(), name: z.string(), createdAt: z.string() });
  const thing = await client.call({ ...readThing, response }, { params: { id: '1' }, query: {} });
  expect(thing).toEqual({ id: '7', name, createdAt: 'now' });
});

test('no response is a network error, a late one a timeout', async () => {
  const broken = createClient(() => Promise.reject(new TypeError('fetch failed')));
  await expect(broken.client.call(writeThing, { body: { name: 'a' } })).rejects.toMatchObject({
    code: 'network',
  });

  const late = createClient(
    (request) =>
      new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason));
      }),
  );
  await expect(late.client.call(writeThing, { body: { name: 'a' } })).rejects.toMatchObject({
    code: 'timeout',
  });
});

test('an incomplete response is a network error, whatever its beginning', async () => {
  const { client } = createClient(() =>
    Promise.resolve(
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('{"success":true,'));
            controller.error(new TypeError('the page was left'));
          },
        }),
      ),
    ),
  );

  const call = client.call(readThing, { params: { id: '1' }, query: {} });

  await expect(call).rejects.toMatchObject({ code: 'network', status: 0 });
});

test("an aborted call fails with the caller's own reason", async () => {
  const { client } = createClient((request) => Promise.reject(request.signal.reason));
  const reason = new Error('left the page');
  const call = client.call(
    readThing,
    { params: { id: '1' }, query: {} },
    AbortSignal.abort(reason),
  );
  await expect(call).rejects.toBe(reason);
});

test('calls may take 30 seconds', () => {
  expect(REQUEST_TIMEOUT_MS).toBe(30_000);
});

test.for([
  [
    'the configured base comes first',
    'https://api.example',
    'https://izgodno.example/deals',
    undefined,
    'https://api.example',
  ],
  [
    'on localhost it is port 5000',
    undefined,
    'http://localhost:5173/deals',
    undefined,
    LOCAL_BASE_URL,
  ],
  [
    "elsewhere it is the page's origin",
    undefined,
    'https://izgodno.example/deals',
    undefined,
    'https://izgodno.example',
  ],
  [
    'localhost is rewritten on the production domain',
    'http://localhost:5000',
    'https://izgodno.example/deals',
    'izgodno.example',
    'https://izgodno.example',
  ],
  [
    'localhost stays on another domain',
    'http://localhost:5000',
    'https://test.example/',
    'izgodno.example',
    'http://localhost:5000',
  ],
] as const)('base URL: %s', ([, configured, page, productionHost, expected]) => {
  expect(resolveBaseUrl(configured, page, productionHost)).toBe(expected);
});
