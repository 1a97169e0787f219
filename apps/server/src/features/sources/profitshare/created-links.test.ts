import { expect, test } from 'vitest';
import { createFakeTime, readSource, useReplay } from '#test/connector-harness.ts';
import { startProfitshare } from '#test/replay/profitshare.ts';
import { profitshare } from './profitshare.ts';

const use = useReplay();

test.each([
  ['with another case', (url: string) => url.toUpperCase()],
  ['with a slash at the end', (url: string) => `${url}/`],
  ['decoded', (url: string) => decodeURIComponent(url).replace('https:', 'http:')],
])('a created link that echoes its URL %s still pays', async (_, echo) => {
  const time = createFakeTime();
  const { server } = await use(
    startProfitshare({ size: 45, now: time.now, affiliateLinks: false, echo }),
  );
  const { deals, error } = await readSource(profitshare, { baseUrl: server.url }, { time });
  expect(error).toBeNull();
  expect(deals).toHaveLength(45);
  expect(deals.every(({ link }) => link.includes('profitshare.example.bg/l/n-'))).toBe(true);
  expect(new Set(deals.map(({ link }) => link)).size).toBe(45);
});
