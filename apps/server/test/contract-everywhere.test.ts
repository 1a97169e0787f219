import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contractCalls } from './contract-calls.ts';
import { provideUsersApp } from './users-app.ts';

const users = provideUsersApp();

const operationSchema = z.object({
  security: z.array(z.record(z.string(), z.array(z.string()))),
  responses: z.record(z.string(), z.object({ content: z.optional(z.unknown()) })),
  'x-access': z.string(),
  'x-limit': z.unknown(),
  'x-audit': z.unknown(),
});
const documentSchema = z.object({
  components: z.object({ securitySchemes: z.object({ token: z.object({ scheme: z.string() }) }) }),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
});

test("OpenAPI has every call's access, limits and errors", async () => {
  const document = documentSchema.parse((await users.current.app.inject('/api/docs/json')).json());
  for (const { method, path, access, limit, audit } of contractCalls) {
    const url = path.replaceAll(/:(\w+)/g, '{$1}');
    const operation = operationSchema.parse(document.paths[url]?.[method.toLowerCase()]);
    expect(operation).toMatchObject({ 'x-access': access, 'x-limit': limit, 'x-audit': audit });
    expect(operation.security.some((way) => Object.keys(way).length === 0)).toBe(
      access === 'anyone',
    );
    expect(Object.keys(operation.responses).toSorted()).toEqual(
      access === 'anyone' ? ['200', '400', '429'] : ['200', '400', '401', '403', '429'],
    );
    for (const { content } of Object.values(operation.responses)) expect(content).toBeDefined();
  }
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
