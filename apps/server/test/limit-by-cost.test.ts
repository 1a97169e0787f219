import { rmSync } from 'node:fs';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { suggestLocations } from '@izgodno/contract/locations/calls';
import { getUploadConfig } from '@izgodno/contract/uploads/calls';
import { getMe } from '@izgodno/contract/accounts/calls';
import { createApiKey } from '@izgodno/contract/accounts/key-calls';
import { getHealth } from '@izgodno/contract/system/calls';
import { errorBodySchema, textRejectionSchema } from '@izgodno/contract/common/errors';
import { MINUTE_MS } from '@izgodno/contract/common/durations';
import { provideSessionApp } from './session-app.ts';
import { makeWebFolder } from './web-folder.ts';

/** The cost of a registration, and a little more. */
const UNITS = 60;
const webFolder = await makeWebFolder();
afterAll(() => rmSync(webFolder, { recursive: true }));

const session = provideSessionApp({ BUDGET_PER_MINUTE: String(UNITS) }, () => ({ webFolder }));

beforeEach(() => {
  session.current.time += 5 * MINUTE_MS;
});

/** A call that costs one unit. */
const suggest = `${suggestLocations.path}?q=a`;

const read = (remoteAddress: string, url = suggest, more: InjectOptions = {}) =>
  session.current.app.inject({ url, remoteAddress, ...more });

const responses = async (addressOf: (index: number) => string): Promise<number> => {
  let answered = 0;
  for (let index = 0; index < 5 * UNITS; index += 1)
    if ((await read(addressOf(index))).statusCode === 200) answered += 1;
  return answered;
};

const withToken = (token: string): InjectOptions => ({
  headers: { authorization: `Bearer ${token}` },
});

const spendAll = async (remoteAddress: string, more: InjectOptions = {}): Promise<void> => {
  for (let count = 0; count < UNITS; count += 1)
    expect((await read(remoteAddress, suggest, more)).statusCode).toBe(200);
};

test('responses say what is left, and an error when to retry', async () => {
  const first = await read('2001:db8::1');
  expect(first.headers['ratelimit-policy']).toBe('"address";q=60;w=60');
  expect(first.headers['ratelimit']).toBe('"address";r=59;t=1');
  for (let count = 1; count < UNITS; count += 1) await read('2001:db8::1');

  const rejected = await read('2001:db8::2');
  expect(rejected.statusCode).toBe(429);
  expect(errorBodySchema.parse(rejected.json()).error.code).toBe('rate_limited');
  expect(rejected.headers).toMatchObject({ ratelimit: '"address";r=0;t=60', 'retry-after': '1' });
  expect((await read('2001:db8:0:1::1')).statusCode).toBe(200);
  expect((await read('2001:db8::1', getHealth.path)).statusCode).toBe(200);

  const inText = await read('2001:db8::2', getUploadConfig.path);
  expect(inText.statusCode).toBe(429);
  expect(textRejectionSchema.parse(inText.json()).details.code).toBe('rate_limited');

  session.current.time += 1_000;
  expect((await read('2001:db8::1')).statusCode).toBe(200);
});

test.for([
  ['another spelling', '/%61pi/locations?q=a', {}],
  ['HEAD', suggest, { method: 'HEAD' }],
  ['a call that writes', '/api/auth/login', { method: 'POST', payload: {} }],
  ['the page that searches', '/deals?q=tv', {}],
  ['an unknown call', '/api/nothing', {}],
  ['the sitemap', '/sitemap.xml', {}],
] as const)('%s is limited like other spellings', async ([, url, more]) => {
  await spendAll('192.0.2.7');
  expect((await read('192.0.2.7', url, more)).statusCode).toBe(429);
});

test('a page costs what its search costs', async () => {
  const page = await read('198.51.100.1', '/deals?q=tv');
  expect(page.headers['ratelimit']).toBe('"address";r=58;t=2');
});

test('many networks of one /48, or one /24, have little more than one of them', async () => {
  expect(await responses((index) => `2001:db8:7:${(index * 200).toString(16)}::1`)).toBe(4 * UNITS);
  expect(await responses((index) => `2001:db8:8:${(index % 256).toString(16)}::1`)).toBe(2 * UNITS);
  expect(await responses((index) => `203.0.113.${index % 250}`)).toBe(4 * UNITS);
});

test('a member has a budget of their own, in any network and whatever others do', async () => {
  const { accessToken } = await session.current.signUp();
  const headers = withToken(accessToken);
  await spendAll('192.0.2.9');
  expect((await read('192.0.2.9')).statusCode).toBe(429);

  const mine = await read('192.0.2.9', getMe.path, headers);
  expect(mine.statusCode).toBe(200);
  expect(mine.headers['ratelimit']).toContain('"account";r=');
  for (let count = 0; count < UNITS; count += 1) await read(`203.0.113.${count}`, suggest, headers);
  expect((await read('203.0.113.99', suggest, headers)).statusCode).toBe(429);
});

test('an invented token pays from the budget of its IP', async () => {
  for (let count = 0; count < UNITS; count += 1)
    await read('192.0.2.11', suggest, withToken(`made-up-${count}`));
  expect((await read('192.0.2.11', suggest, withToken('made-up-99'))).statusCode).toBe(429);
});

test('tokens of an IP that invents many are not looked up', async () => {
  const { budget, authenticator } = session.current.app;
  if (budget === null) throw new Error('There is no budget.');
  const noted = vi.spyOn(budget, 'noteWrongToken');
  const asked = vi.spyOn(authenticator, 'authenticate');
  onTestFinished(() => {
    noted.mockRestore();
    asked.mockRestore();
  });
  await read('192.0.2.13', suggest, withToken('made-up'));
  expect(noted.mock.calls).toEqual([['192.0.2.13']]);
  const lookUps = asked.mock.calls.length;
  vi.spyOn(budget, 'mayAskForToken').mockReturnValueOnce(false);
  expect((await read('192.0.2.13', '/api/nothing', withToken('another'))).statusCode).toBe(404);
  expect(asked.mock.calls).toHaveLength(lookUps);
});

test('a key pays from an allowance of its own too', async () => {
  const { accessToken: token } = await session.current.signUp();
  const body = { name: 'Robot', scopes: ['deals:read'] };
  const made = await session.current.send(createApiKey, { token, body });
  const { secret } = createApiKey.response.parse(made.json());
  const response = await read('192.0.2.14', suggest, withToken(secret));
  expect(response.headers['ratelimit-policy']).toBe('"key";q=30;w=60');
});

test("a user's response is stored in no cache, however the call is spelt", async () => {
  const { accessToken } = await session.current.signUp();
  const headers = withToken(accessToken);
  for (const url of [getMe.path, '/%61pi/auth/me', '/api/%61uth/me', '/api/nothing']) {
    const response = await read('192.0.2.12', url, headers);
    expect(response.headers['cache-control']).toBe('no-store');
  }
});
