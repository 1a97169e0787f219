import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { SECOND_MS } from '@izgodno/contract/common/durations';
import * as calls from '@izgodno/contract/accounts/calls';
import { listAudit } from '@izgodno/contract/audit/calls';
import { getDeal } from '@izgodno/contract/deals/calls';
import { provideSessionApp } from '#test/session-app.ts';

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
