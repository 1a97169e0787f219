import { expect, test } from 'vitest';
import { createIpGuard } from '#platform/http/ip-guard.ts';
import { createFakeTime } from '#test/connector-harness.ts';
import { useFeedServers } from '#test/import-harness.ts';
import { createSourceNetwork } from './polite-http.ts';
import { createReadingValidators } from './validators.ts';

const startSite = useFeedServers();

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
    const network = createSourceNetwork({
      guard: createIpGuard({ allow: ['127.0.0.1'] }),
      contact: undefined,
      timing: createFakeTime().timing,
      patience: { headMs: 60, graceMs: 60, bytesPerSecond: 16_384 },
    });
    const { signal } = new AbortController();
    const http = network.forReading({ validators: createReadingValidators(new Map()), signal });
    const path = slow === '/robots.txt' ? '/feed' : slow;
    await expect(http.read(`${url}${path}`)).rejects.toThrow(
      expect.objectContaining({ code: 'SOURCE_UNREACHABLE' }),
    );
    timers.forEach(clearInterval);
  },
);
