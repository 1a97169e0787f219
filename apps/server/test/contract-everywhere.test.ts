import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { everyCall } from '@izgodno/contract/common/open-api/contract-modules';
import { tags } from '@izgodno/contract/common/open-api/tags';
import { errorDefinitions } from '@izgodno/contract/common/errors';
import { contractCalls } from './contract-calls.ts';
import { provideUsersApp } from './users-app.ts';

const users = provideUsersApp();

const operationSchema = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  responses: z.record(z.string(), z.looseObject({})),
});
const documentSchema = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({
    schemas: z.record(z.string(), z.unknown()),
    responses: z.record(z.string(), z.looseObject({})),
    securitySchemes: z.looseObject({
      session: z.object({ scheme: z.string() }),
      apiKey: z.object({ scheme: z.string() }),
    }),
  }),
});
const codesSchema = z.object({
  content: z.object({
    'application/json': z.object({
      schema: z.object({
        properties: z.object({
          error: z.object({
            properties: z.object({ code: z.object({ enum: z.array(z.string()) }) }),
          }),
        }),
      }),
    }),
  }),
});

const readDocument = async () =>
  documentSchema.parse((await users.current.app.inject('/api/docs/json')).json());

const operationOf = (document: z.infer<typeof documentSchema>, method: string, path: string) =>
  operationSchema.parse(document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]);

test('OpenAPI knows every module of the contract that describes calls', () => {
  expect(new Set(everyCall.map(({ call }) => call))).toEqual(new Set(contractCalls));
});

test('every call has a name of its own, a tag, and the ways to authenticate', async () => {
  const document = await readDocument();
  const names = everyCall.map(({ name, feature, call: { method, path, access, scope } }) => {
    const operation = operationOf(document, method, path);
    expect(operation).toMatchObject({ operationId: name, tags: [feature] });
    expect(Object.keys(tags)).toContain(feature);
    expect(operation.security).toEqual([
      ...(access === 'anyone' ? [{}] : []),
      { session: [] },
      ...(scope === undefined ? [] : [{ apiKey: [scope] }]),
    ]);
    return operation.operationId;
  });
  expect(new Set(names).size).toBe(names.length);
});

test('every call has its errors, each with the codes of its status', async () => {
  const document = await readDocument();
  for (const { call } of everyCall.filter(({ call: { rejection } }) => rejection === undefined)) {
    const { responses } = operationOf(document, call.method, call.path);
    const found = Object.entries(responses)
      .filter(([status]) => status !== '200')
      .flatMap(([status, response]) => {
        const { $ref } = response;
        const named = typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;
        const { content } = codesSchema.parse(
          named === undefined ? response : document.components.responses[named],
        );
        const codes = content['application/json'].schema.properties.error.properties.code.enum;
        return codes.map((code) => [status, code] as const);
      });
    for (const [status, code] of found)
      expect(Object.entries(errorDefinitions).find(([known]) => known === code)?.[1].status).toBe(
        Number(status),
      );
    const expected = [
      'rate_limited',
      'internal',
      ...(call.access === 'anyone' ? [] : ['unauthenticated', 'session_expired', 'forbidden']),
      ...(call.path.includes('/:') ? ['not_found'] : []),
      ...(call.body === undefined ? [] : ['validation_failed', 'unsupported_media_type']),
      ...(call.errors ?? []),
    ];
    expect(found.map(([, code]) => code)).toEqual(expect.arrayContaining(expected));
  }
});

test('what calls share has a name', async () => {
  const { components } = await readDocument();
  expect(Object.keys(components.schemas)).toEqual(
    expect.arrayContaining(['Deal', 'Money', 'Message', 'DealPage', 'CreateDealRequest']),
  );
});

test('calls that take files describe their forms', async () => {
  const document = await readDocument();
  for (const path of ['/api/upload', '/api/storj/upload/chunked'])
    expect(document.paths[path]?.['post']).toMatchObject({
      requestBody: {
        content: { 'multipart/form-data': { schema: { properties: { file: {} } } } },
      },
    });
});

test.for(contractCalls.filter(({ method }) => method !== 'GET'))(
  '$method $path has a rate limit of its own',
  ({ access, limit }) => {
    const { rates = [] } = limit;
    // Strangers have no account to count.
    expect(rates.some(({ key }) => key === (access === 'anyone' ? 'network' : 'account'))).toBe(
      true,
    );
  },
);

test('no route has two calls', () => {
  const addresses = contractCalls.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});
