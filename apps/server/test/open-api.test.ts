import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { assertValidRuleset, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createApiKey } from '@izgodno/contract/accounts/key-calls';
import { aDeal, insertDeals, insertSources } from './deal-factory.ts';
import { provideUsersApp } from './users-app.ts';

const users = provideUsersApp();

const root = path.resolve(import.meta.dirname, '../../..');
const folder = path.join(root, '.cache', `api-client-${process.pid}`);
const program = path.join(folder, 'first-call.ts');

const readDocument = async (): Promise<string> =>
  (await users.current.app.inject('/api/docs/json')).body;

const recommended = await createConfig({ extends: ['recommended'] });

const descriptionSchema = z.looseObject({ paths: z.record(z.string(), z.unknown()) });

/** What Redocly's recommended rules say, the structure of OpenAPI 3.1 among them. */
const lintByRedocly = async (source: string): Promise<string[]> => {
  const problems = await lintFromString({ source, config: recommended });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
};

// Its own type does not fit.
assertValidRuleset(oas);
const spectral = new Spectral();
spectral.setRuleset({
  extends: oas,
  rules: {
    // It rejects scopes of API keys, because OpenAPI 3.0 had scopes only with OAuth. That each named
    // scheme exists is a rule of Redocly's too.
    'oas3-operation-security-defined': 'off',
    // Redocly compares examples with their schemas too, in a fraction of the time.
    'oas3-valid-media-example': 'off',
  },
});

/** What Spectral's recommended rules say, of any severity. */
const lintBySpectral = async (document: Readonly<Record<string, unknown>>): Promise<string[]> => {
  const problems = await spectral.run(document);
  return problems.map(({ code, message }) => `${code}: ${message}`);
};

/** The TypeScript of the documentation, and a use of the types that must not compile. */
const writeProgram = async (): Promise<void> => {
  const guide = await readFile(path.join(root, 'docs/api.md'), 'utf8');
  const [, example = ''] = /```ts\n(.*?)```/s.exec(guide) ?? [];
  const check = `
type ErrorCode = paths['/api/deals/{id}']['get']['responses'][404]['content']['application/json']['error']['code'];
export const known: ErrorCode = 'not_found';
// @ts-expect-error -- the call has no such error
export const unknown: ErrorCode = 'login_failed';
`;
  await writeFile(program, example + check);
};

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('Redocly finds nothing in the description, and would', async () => {
  const source = await readDocument();
  expect(await lintByRedocly(source)).toEqual([]);
  // Of one path, because reading the whole description takes seconds.
  const { paths, ...document } = descriptionSchema.parse(JSON.parse(source));
  const part = JSON.stringify({ ...document, paths: { '/api/deals': paths['/api/deals'] } });
  const foundInPart = await lintByRedocly(part);
  /** What is found of a mistake, beside the parts that other paths use. */
  const lintMistake = async (right: string, wrong: string) => {
    expect(part).toContain(right);
    const found = await lintByRedocly(part.replace(right, wrong));
    return found.filter((problem) => !foundInPart.includes(problem));
  };
  expect(await lintMistake('"operationId":"listDeals",', '')).not.toEqual([]);
  expect(await lintMistake('"responses":', '"answers":')).not.toEqual([]);
  expect(await lintMistake('"apiKey":["', '"noKey":["')).toEqual([
    'security-defined: There is no `noKey` security scheme defined.',
  ]);
  expect(await lintMistake('"example":{"success":false', '"example":{"success":"no"')).toContain(
    'no-invalid-media-type-examples: Example value must conform to the schema: `success` property type must be boolean.',
  );
}, 300_000);

test('Spectral finds nothing in the description, and would', async () => {
  const document = descriptionSchema.parse(JSON.parse(await readDocument()));
  expect(await lintBySpectral(document)).toEqual([]);
  expect(await lintBySpectral({ ...document, paths: { '/api/deals': { get: {} } } })).toContain(
    'operation-operationId: Operation must have "operationId".',
  );
}, 300_000);

test('a client generated from the description compiles and makes the first call', async () => {
  const { current } = users;
  await writeFile(
    path.join(folder, 'izgodno.ts'),
    astToString(await openapiTS(await readDocument())),
  );
  await writeProgram();
  const flags = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--target', 'es2024'];
  const modules = ['--module', 'nodenext', '--allowImportingTsExtensions'];
  const compiler = path.join(root, 'node_modules', '.bin', 'tsc');
  await promisify(execFile)(compiler, [...flags, ...modules, program], { cwd: folder });

  await insertSources(current.database.database);
  await insertDeals(current.database.database, [
    aDeal({ title: 'Лаптоп', price_amount: 123_45, price_eur: 123_45 }),
  ]);
  const { token } = await current.member();
  const body = { name: 'Robot', scopes: ['deals:read' as const] };
  const { secret } = await current.ask(createApiKey, { token, body });
  const url = await current.app.listen({ port: 0, host: '127.0.0.1' });
  const { findDeals } = z
    .object({
      findDeals: z.custom<(url: string, key: string, text: string) => Promise<string[]>>(),
    })
    .parse(await import(pathToFileURL(program).href));
  expect(await findDeals(url, secret, 'лаптоп')).toEqual(['Лаптоп: 123.45 EUR']);
}, 300_000);
