import fastify from 'fastify';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { SECOND_MS } from '@izgodno/contract/common/durations';
import * as calls from '@izgodno/contract/accounts/calls';
import { listAudit } from '@izgodno/contract/audit/calls';
import { getDeal } from '@izgodno/contract/deals/calls';
import { createLogger } from '#platform/logger.ts';
import { provideSessionApp } from '#test/session-app.ts';
import { logOutage } from '#platform/log-outage.ts';
import { createErrorHandler } from './error-handler.ts';

const session = provideSessionApp();

const lineSchema = z.object({
  event: z.literal('call_rejected'),
  code: z.string(),
  method: z.string(),
  route: z.nullable(z.string()),
  userId: z.nullable(z.string()),
  address: z.string(),
  omitted: z.optional(z.number()),
});

let before = 0;
beforeEach(() => {
  before = session.current.log().length;
});

const rejections = () =>
  session.current
    .log()
    .slice(before)
    .split('\n')
    .filter((line) => line.includes('call_rejected'))
    .map((line) => lineSchema.parse(JSON.parse(line)));

describe('a rejected call is logged', () => {
  test('with who made it and from where, if they are not allowed to', async () => {
    const who = await session.current.signUp();
    before = session.current.log().length;
    await session.current.send(listAudit, { token: who.accessToken });
    expect(rejections()).toEqual([
      {
        event: 'call_rejected',
        code: 'forbidden',
        method: 'GET',
        route: listAudit.path,
        userId: who.user.id,
        address: '127.0.0.1',
      },
    ]);
  });

  test('if its token is unknown, without the token', async () => {
    await session.current.send(calls.getMe, { token: 'made-up-token' });
    expect(rejections()).toMatchObject([{ code: 'session_expired', userId: null }]);
    expect(session.current.log().slice(before)).not.toContain('made-up-token');
  });

  test('if its values are not valid, without the values', async () => {
    await session.current.send(calls.login, { body: { email: 'no address', password: 'x' } });
    expect(rejections()).toMatchObject([{ code: 'validation_failed', route: calls.login.path }]);
    expect(session.current.log().slice(before)).not.toContain('no address');
  });

  test('if what it asks for is not there', async () => {
    await session.current.send(getDeal, { params: { id: '987654321' } });
    expect(rejections()).toMatchObject([{ code: 'not_found', route: getDeal.path }]);
  });
});

test('a flood of rejected calls is counted, not written line by line', async () => {
  session.current.time += 2 * SECOND_MS;
  for (let sent = 0; sent < 70; sent += 1) await session.current.send(calls.getMe, {});
  expect(rejections()).toHaveLength(50);
  session.current.time += 2 * SECOND_MS;
  await session.current.send(calls.getMe, {});
  expect(rejections().at(-1)).toMatchObject({ omitted: 20 });
});

test('while a part is away, of the calls that fail some are written and the others counted', async () => {
  const lines: string[] = [];
  let time = 1_000_000;
  const logger = createLogger('error', { write: (line: string) => void lines.push(line) });
  const app = fastify({ loggerInstance: logger });
  onTestFinished(() => app.close());
  app.setErrorHandler(createErrorHandler(() => null, { now: () => time }));
  app.get('/away', () => Promise.reject(Object.assign(new Error('It ends'), { code: '57P01' })));
  app.get('/wrong', () => Promise.reject(new Error('A fault')));
  for (let sent = 0; sent < 30; sent += 1)
    for (const [url, status] of [
      ['/away', 503],
      ['/wrong', 500],
    ] as const)
      expect((await app.inject({ url })).statusCode).toBe(status);
  expect(lines.filter((line) => line.includes('It ends'))).toHaveLength(10);
  expect(lines.filter((line) => line.includes('A fault'))).toHaveLength(30);
  time += 10 * SECOND_MS;
  await app.inject({ url: '/away' });
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ msg: 'call failed', omitted: 20 });
});

test('of failures of one kind that many requests share, some are written and the others counted', () => {
  const lines: { readonly omitted?: number; readonly text: string }[] = [];
  const log = {
    warn: (line: object, text: string = '') => void lines.push({ ...line, text }),
  };
  let time = 1_000_000;
  const fail = (text: string): void => logOutage(log, new Error('away'), text, { now: () => time });
  for (let failed = 0; failed < 30; failed += 1) for (const text of ['page', 'upload']) fail(text);
  expect(lines).toHaveLength(20);
  time += 10 * SECOND_MS;
  fail('page');
  expect(lines.at(-1)).toMatchObject({ text: 'page', omitted: 20 });
});

test('a database that refuses the password of this node is unavailable, and no fault of the call', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  app.setErrorHandler(createErrorHandler(() => null));
  const rejected = Object.assign(new Error('password authentication failed'), { code: '28P01' });
  app.get('/refused', () => Promise.reject(rejected));
  expect((await app.inject({ url: '/refused' })).statusCode).toBe(503);
});
