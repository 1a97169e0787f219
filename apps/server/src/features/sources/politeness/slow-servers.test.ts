import { expect, test } from 'vitest';
import { createIpGuard } from '#platform/http/ip-guard.ts';
import type { ResponsePatience } from '#platform/http/outgoing-request.ts';
import { createFakeTime } from '#test/connector-harness.ts';
import { useFeedServers } from '#test/import-harness.ts';
import { createSourceNetwork } from './polite-http.ts';
import { createReadingValidators } from './validators.ts';

const startSite = useFeedServers();

const read = (url: string, patience?: ResponsePatience) => {
  const network = createSourceNetwork({
    guard: createIpGuard({ allow: ['127.0.0.1'] }),
    contact: undefined,
    timing: createFakeTime().timing,
    ...(patience === undefined ? {} : { patience }),
  });
  const { signal } = new AbortController();
  return network.forReading({ validators: createReadingValidators(new Map()), signal }).read(url);
};

test.each(['/robots.txt', '/head', '/body'])(
  'a server that is slow at %s is given up',
  async (slow) => {
    const timers: NodeJS.Timeout[] = [];
    const url = await startSite((request, response) => {
      if (request.url !== slow) return void response.writeHead(404).end();
      if (slow !== '/body') return;
      response.writeHead(200);
      timers.push(setInterval(() => response.write('.'), 5));
    });
    const path = slow === '/robots.txt' ? '/feed' : slow;
    const patience = { headMs: 60, graceMs: 60, bytesPerSecond: 16_384 };
    await expect(read(`${url}${path}`, patience)).rejects.toThrow(
      expect.objectContaining({ code: 'SOURCE_UNREACHABLE' }),
    );
    timers.forEach(clearInterval);
  },
);

test('a server that redirects in circles is asked once', async () => {
  let asked = 0;
  const url = await startSite((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    asked += 1;
    response.writeHead(302, { location: '/feed' }).end();
  });
  await expect(read(`${url}/feed`)).rejects.toMatchObject({
    code: 'SOURCE_UNREACHABLE',
    message: expect.stringContaining('more than 5 redirects'),
  });
  expect(asked).toBe(6);
});
