import { afterEach, describe, expect, test } from 'vitest';
import { createIpGuard } from '#platform/http/ip-guard.ts';
import { useFeedServers } from '#test/import-harness.ts';
import {
  startReplayServer,
  type ReplayOptions,
  type ReplayServer,
} from '#test/replay/replay-server.ts';
import type { SourceRequest } from '../source-http.ts';
import { createSourceNetwork } from './polite-http.ts';
import { parseRetryAfter } from './polite-http.ts';
import type { Timing } from './timing.ts';
import { createReadingValidators, type Validators } from './validators.ts';

const NOW = Date.UTC(2026, 10, 21, 10);

/** A clock that advances only by sleeps. */
const createFakeTiming = () => {
  let now = NOW;
  const sleeps: number[] = [];
  const timing: Timing = {
    clock: { now: () => now },
    sleep: async (ms, signal) => {
      signal.throwIfAborted();
      sleeps.push(ms);
      now += ms;
    },
    random: () => 0.5,
  };
  return { timing, sleeps, pass: (ms: number) => void (now += ms) };
};

const startSite = useFeedServers();
const servers: ReplayServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const serve = async (options: Partial<ReplayOptions> = {}): Promise<ReplayServer> => {
  const server = await startReplayServer({
    response: () => ({ status: 200, body: 'here' }),
    ...options,
  });
  servers.push(server);
  return server;
};

const createReader = (stored: ReadonlyMap<string, Validators> = new Map()) => {
  const { timing, sleeps, pass } = createFakeTiming();
  const network = createSourceNetwork({
    guard: createIpGuard({ allow: ['127.0.0.1'] }),
    contact: 'https://izgodno.example',
    timing,
  });
  const validators = createReadingValidators(stored);
  const controller = new AbortController();
  const http = network.forReading({ validators, signal: controller.signal });
  return {
    sleeps,
    pass,
    validators,
    controller,
    http,
    /** Another reading over the same network, with a signal of its own. */
    another: () => {
      const end = new AbortController();
      const { signal } = end;
      return { end, http: network.forReading({ validators, signal }) };
    },
    read: async (url: string, request?: SourceRequest) => {
      const { status, body } = await http.read(url, request);
      return [status, Buffer.from(body).toString()];
    },
  };
};

const often: SourceRequest = { rateLimit: { name: 'often', calls: 99, perMs: 1 } };

/** An API with its own limits: neither robots.txt nor the pace of web sites applies. */
const api: SourceRequest = { rateLimit: { name: 'offers', calls: 3, perMs: 60_000 } };

describe('Retry-After', () => {
  test.each([
    ['120', 120_000],
    ['0', 0],
    ['Sat, 21 Nov 2026 10:00:30 GMT', 30_000],
    ['Saturday, 21-Nov-26 10:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['soon', null],
    ['10.5', null],
    ['-1', null],
    ['', null],
    [null, null],
  ])('%s', (value, expected) => expect(parseRetryAfter(value, NOW)).toBe(expected));
});

test('a request identifies us, accepts gzip, and sends no cookie and no referrer', async () => {
  const server = await serve({
    response: () => ({ status: 200, headers: { 'set-cookie': 'a=b' }, body: 'here' }),
  });
  const { read } = createReader();
  expect(await read(`${server.url}/feed`)).toEqual([200, 'here']);
  await read(`${server.url}/feed`);
  expect(server.requests[1]?.headers).toMatchObject({
    'user-agent': 'Izgodno/0.1 (+https://izgodno.example)',
    'accept-encoding': 'gzip',
  });
  expect(server.requests[1]?.headers).not.toHaveProperty('cookie');
  expect(server.requests[1]?.headers).not.toHaveProperty('referer');
});

describe('the pace', () => {
  test('requests to a web site are sequential, with 1.5 s and a random part between them', async () => {
    let open = 0;
    let most = 0;
    const server = await serve({
      response: () => {
        open += 1;
        most = Math.max(most, open);
        setImmediate(() => (open -= 1));
        return { status: 200, body: '' };
      },
    });
    const { read, sleeps } = createReader();
    await Promise.all([1, 2, 3].map((page) => read(`${server.url}/page/${page}`)));
    expect(most).toBe(1);
    // The first gap follows robots.txt.
    expect(sleeps).toEqual([1_750, 1_750, 1_750]);
  });

  test('reading a body keeps its site acquired', async () => {
    const server = await serve();
    const { http, another } = createReader();
    const response = await http.open(`${server.url}/feed`);
    let second: number | undefined;
    const waiting = another()
      .http.read(`${server.url}/other`)
      .then(({ status }) => (second = status));
    await new Promise((resolve) => setImmediate(resolve));
    expect(second).toBeUndefined();
    response.discard();
    await waiting;
    expect(second).toBe(200);
  });

  test('a reading that holds a host asks for no other', async () => {
    const server = await serve();
    const { http, read } = createReader();
    const response = await http.open(`${server.url}/feed`);
    await expect(read(`${server.url}/other`)).rejects.toThrow('before the last response was read');
    response.discard();
    expect(await read(`${server.url}/other`)).toEqual([200, 'here']);
  });

  test('the end of a reading releases its host, whatever it left unread', async () => {
    const server = await serve();
    const { another, read } = createReader();
    const ended = another();
    await ended.http.open(`${server.url}/feed`);
    ended.end.abort(new Error('The reading has ended.'));
    expect(await read(`${server.url}/other`)).toEqual([200, 'here']);
  });

  test('a fifth reading of one host is postponed', async () => {
    const server = await serve();
    const { another, http } = createReader();
    const first = await http.open(`${server.url}/feed`);
    const waiting = [1, 2, 3].map((page) => another().http.read(`${server.url}/${page}`));
    await expect(another().http.read(`${server.url}/4`)).rejects.toThrow(
      expect.objectContaining({ code: 'SOURCE_BUSY' }),
    );
    first.discard();
    await Promise.all(waiting);
    expect(server.requests.map(({ target }) => target)).toEqual(['/feed', '/1', '/2', '/3']);
  });

  test('a reading cancelled while it waits rejects at once, and the others keep their order', async () => {
    const server = await serve();
    const { http, another } = createReader();
    const first = await http.open(`${server.url}/feed`);
    const ended = another();
    const waiting = ended.http.read(`${server.url}/never`);
    const last = another().http.read(`${server.url}/last`);
    ended.end.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    expect(server.requests.map(({ target }) => target)).toEqual(['/feed']);
    first.discard();
    expect(await last).toMatchObject({ status: 200 });
    expect(server.requests.map(({ target }) => target)).toEqual(['/feed', '/last']);
  });

  test('a redirect acquires its host, also from http to https of one host', async () => {
    const { read, pass } = createReader();
    const url = await startSite((request, response) => {
      if (request.url === '/feed') {
        // After a day robots.txt must be requested again, from the host that redirects.
        pass(25 * 3_600_000);
        response.writeHead(301, { location: '/moved' }).end();
      } else response.end('here');
    });
    expect(await read(`${url}/feed`)).toEqual([200, 'here']);
  });

  test('an API is called up to its limit, and no faster', async () => {
    const server = await serve();
    const { read, sleeps, pass } = createReader();
    for (let call = 0; call < 3; call += 1) await read(`${server.url}/offers`, api);
    expect(sleeps).toEqual([]);
    pass(20_000);
    await read(`${server.url}/offers`, api);
    expect(sleeps).toEqual([40_000]);
  });
});

describe('temporary errors', () => {
  test('are retried at growing intervals', async () => {
    const server = await serve();
    server.misbehave({ kind: 'status', status: 503 }, { times: 2 });
    server.misbehave({ kind: 'reset' }, { times: 1 });
    const { read, sleeps } = createReader();
    expect(await read(`${server.url}/offers`, often)).toEqual([200, 'here']);
    expect(sleeps).toEqual([1_000, 2_000, 4_000]);
  });

  test('a compressed body that ends early is requested again', async () => {
    const server = await serve();
    server.misbehave({ kind: 'truncated-gzip' });
    const { read } = createReader();
    expect(await read(`${server.url}/offers`, often)).toEqual([200, 'here']);
    expect(server.requests).toHaveLength(2);
  });

  test('waits as long as the server asks, in both forms, and else for the span of its limit', async () => {
    const server = await serve();
    server.misbehave({ kind: 'status', status: 429, headers: { 'retry-after': '7' } });
    server.misbehave({
      kind: 'status',
      status: 429,
      headers: { 'retry-after': new Date(NOW + 20_000).toUTCString() },
    });
    server.misbehave({ kind: 'status', status: 429 });
    const limit = { name: 'offers', calls: 99, perMs: 60_000 };
    const { read, sleeps } = createReader();
    expect(await read(`${server.url}/offers`, { rateLimit: limit })).toEqual([200, 'here']);
    expect(sleeps).toEqual([7_000, 13_000, 60_000]);
  });

  test('persistent 429 ends the reading, with the time of the next try', async () => {
    const server = await serve();
    server.misbehave(
      { kind: 'status', status: 429, headers: { 'retry-after': '600' } },
      { times: 99 },
    );
    const { read, sleeps } = createReader();
    await expect(read(`${server.url}/offers`, api)).rejects.toMatchObject({
      code: 'SOURCE_RATE_LIMITED',
      retryAt: NOW + 600_000,
    });
    expect(sleeps).toEqual([]);
  });

  test('persistent 500 is reported as such; 404 and 403 are left to the connector', async () => {
    const server = await serve({
      response: ({ url }) => ({ status: Number(url.pathname.slice(1)), body: '' }),
    });
    const { read } = createReader();
    await expect(read(`${server.url}/500`, often)).rejects.toMatchObject({
      code: 'SOURCE_FAILING',
    });
    expect(server.requests).toHaveLength(5);
    expect(await read(`${server.url}/404`, often)).toEqual([404, '']);
    expect(await read(`${server.url}/403`, often)).toEqual([403, '']);
  });

  test('an unreachable server is reported as such, and the reading can be cancelled at any time', async () => {
    const { read, controller } = createReader();
    const nowhere = 'http://127.0.0.1:9/';
    await expect(read(nowhere, api)).rejects.toMatchObject({ code: 'SOURCE_UNREACHABLE' });
    controller.abort(new Error('enough'));
    await expect(read(nowhere, api)).rejects.toThrow('enough');
  });

  test('a response above the limit is rejected, also when compressed', async () => {
    const server = await serve({
      response: () => ({ status: 200, body: 'a'.repeat(2_000) }),
    });
    const { read } = createReader();
    await expect(read(`${server.url}/offers`, { ...api, maxBytes: 1_000 })).rejects.toMatchObject({
      code: 'FEED_TOO_LARGE',
    });
  });

  test('a private network cannot be reached', async () => {
    const network = createSourceNetwork({
      guard: createIpGuard(),
      contact: undefined,
      timing: createFakeTiming().timing,
    });
    const http = network.forReading({
      validators: createReadingValidators(new Map()),
      signal: new AbortController().signal,
    });
    await expect(http.read('http://127.0.0.1/', api)).rejects.toMatchObject({
      code: 'SOURCE_FORBIDS',
    });
  });
});

describe('robots.txt', () => {
  const robots = `User-agent: *
Disallow: /

User-agent: Izgodno
Disallow: /private
Allow: /private/feed
`;

  test('its longest matching rule wins, and it is requested once', async () => {
    const server = await serve({ robots });
    const { read } = createReader();
    expect(await read(`${server.url}/feed`)).toEqual([200, 'here']);
    expect(await read(`${server.url}/private/feed.xml`)).toEqual([200, 'here']);
    await expect(read(`${server.url}/private/orders`)).rejects.toMatchObject({
      code: 'SOURCE_FORBIDS',
    });
    expect(server.requests.map(({ target }) => target)).toEqual(['/feed', '/private/feed.xml']);
  });

  test.each([
    ['7', 7_250],
    ['0.2', 1_750],
    ['86400', 30_250],
    ['soon', 1_750],
  ])('its crawl delay of %s is honoured, up to half a minute', async (delay, gap) => {
    const server = await serve({ robots: `User-agent: *\nCrawl-delay: ${delay}\n` });
    const { read, sleeps } = createReader();
    await read(`${server.url}/feed`);
    await read(`${server.url}/feed`);
    expect(sleeps).toEqual([gap, gap]);
  });

  test('cancelling the reading that requested it does not cancel others that wait for it', async () => {
    const asked = Promise.withResolvers<void>();
    let times = 0;
    const url = await startSite((request, response) => {
      if (request.url !== '/robots.txt') return void response.end('here');
      times += 1;
      asked.resolve();
      return times === 1 ? undefined : void response.end(robots);
    });
    const { another, read } = createReader();
    const ended = another();
    const waiting = ended.http.read(`${url}/feed`);
    await asked.promise;
    const other = read(`${url}/feed`);
    ended.end.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    expect(await other).toEqual([200, 'here']);
  });

  test.each([404, 403, 410])('with response %s everything is allowed', async (status) => {
    const url = await startSite(({ url: asked }, response) => {
      response.writeHead(asked === '/robots.txt' ? status : 200).end('here');
    });
    expect(await createReader().read(`${url}/feed`)).toEqual([200, 'here']);
  });

  test('while it is unavailable nothing is allowed; a day later it is requested again', async () => {
    let asked = 0;
    let status = 503;
    const url = await startSite((request, response) => {
      if (request.url !== '/robots.txt') return void response.end('here');
      asked += 1;
      return void response.writeHead(status).end(robots);
    });
    const { read, pass } = createReader();
    await expect(read(`${url}/feed`)).rejects.toMatchObject({ code: 'SOURCE_UNREACHABLE' });
    await expect(read(`${url}/feed`)).rejects.toMatchObject({ code: 'SOURCE_UNREACHABLE' });
    expect(asked).toBe(1);
    status = 200;
    pass(60_000);
    expect(await read(`${url}/feed`)).toEqual([200, 'here']);
    pass(23 * 3_600_000);
    await read(`${url}/feed`);
    expect(asked).toBe(2);
    pass(3_600_000);
    await read(`${url}/feed`);
    expect(asked).toBe(3);
  });

  test('rules under thousands of names cost no more than one', async () => {
    const names = 'user-agent:a\n'.repeat(19_700);
    const server = await serve({ robots: names + 'allow:/\n'.repeat(32_000) });
    const { read } = createReader();
    expect(await read(`${server.url}/feed`)).toEqual([200, 'here']);
  });

  test('applies to the target of a redirect', async () => {
    const url = await startSite((request, response) => {
      if (request.url === '/robots.txt') response.end(robots);
      else response.writeHead(302, { location: '/private/orders' }).end();
    });
    await expect(createReader().read(`${url}/feed`)).rejects.toMatchObject({
      code: 'SOURCE_FORBIDS',
    });
  });
});

describe('conditional requests', () => {
  test('validators are sent back verbatim, and 304 is passed on', async () => {
    const server = await serve({ conditional: true });
    const url = `${server.url}/feed`;
    const first = createReader();
    expect(await first.read(url, { conditional: true })).toEqual([200, 'here']);
    expect([...first.validators.noted.keys()]).toEqual([url]);

    const second = createReader(first.validators.noted);
    expect(await second.read(url, { conditional: true })).toEqual([304, '']);
    expect(second.validators.noted.size).toBe(0);
    expect(await second.read(url)).toEqual([200, 'here']);
  });

  test.for([true, false])(
    '304 to a reading without a body is an error: %j',
    async (conditional) => {
      const url = await startSite((request, response) =>
        response.writeHead(request.url === '/robots.txt' ? 404 : 304).end(),
      );
      const { read } = createReader();
      await expect(read(`${url}/feed`, { conditional })).rejects.toMatchObject({
        code: 'SOURCE_FAILING',
      });
    },
  );

  test('a body that was not read to its end stores none', async () => {
    const server = await serve({ conditional: true });
    const { http, validators } = createReader();
    const response = await http.open(`${server.url}/feed`, { conditional: true });
    response.discard();
    expect(validators.noted.size).toBe(0);
  });
});
