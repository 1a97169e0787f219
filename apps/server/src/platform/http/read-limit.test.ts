import { expect, test } from 'vitest';
import { getHealth } from '@izgodno/contract/system/calls';
import { suggestDeals } from '@izgodno/contract/deals/calls';
import { readConfiguration } from '#config/configuration.ts';
import { buildTestApp } from '#test/build-test-app.ts';
import { noDeals } from '#test/session-app.ts';
import { useTestDatabase } from '#test/test-database.ts';

const database = useTestDatabase();

test('a network that reads more than its people would is asked to wait, the others are not', async () => {
  const app = await buildTestApp({
    database: database.current.database,
    search: noDeals,
    settings: readConfiguration({ READS_PER_MINUTE: '3' }),
  });
  const read = (remoteAddress: string, url = `${suggestDeals.path}?q=a`) =>
    app.inject({ url, remoteAddress });
  for (let count = 0; count < 3; count += 1)
    expect((await read('2001:db8::1')).statusCode).toBe(200);
  const refused = await read('2001:db8::2');
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({ success: false, error: { code: 'rate_limited' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);

  expect((await read('2001:db8:0:1::1')).statusCode).toBe(200);
  expect((await read('2001:db8::1', getHealth.path)).statusCode).toBe(200);
  const write = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: '2001:db8::1',
    payload: {},
  });
  expect(write.statusCode).toBe(400);
  await app.close();
});
