import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createIpGuard } from '#platform/http/ip-guard.ts';
import { createFakeTime } from '#test/connector-harness.ts';
import { useFeedServers } from '#test/import-harness.ts';
import { createRobots } from './robots.ts';

const startSite = useFeedServers();

/** Checks paths of a site that sends this robots.txt, however it was requested. */
const checkOf = async (coding: string, body: Buffer) => {
  const url = await startSite((_, response) => {
    response.writeHead(200, { 'content-encoding': coding }).end(body);
  });
  const robots = createRobots({
    guard: createIpGuard({ allow: ['127.0.0.1'] }),
    userAgent: 'test',
    timing: createFakeTime().timing,
    pace: { acquire: async () => () => {}, keepGap: () => {} },
  });
  return (path: string) => robots.check(new URL(path, url), new AbortController().signal);
};

test('the rules of the five hundred hosts used last are kept', async () => {
  const asked: string[] = [];
  const robots = createRobots({
    // Rejects these hosts without a request.
    guard: createIpGuard(),
    userAgent: 'test',
    timing: createFakeTime().timing,
    pace: {
      acquire: async (host) => {
        asked.push(host);
        return () => {};
      },
      keepGap: () => {},
    },
  });
  const { signal } = new AbortController();
  const check = (index: number) =>
    expect(
      robots.check(new URL(`http://10.0.${index >> 8}.${index & 255}/`), signal),
    ).rejects.toThrow(expect.objectContaining({ code: 'SOURCE_UNREACHABLE' }));
  for (let index = 0; index < 500; index += 1) await check(index);
  await check(0);
  expect(asked).toHaveLength(500);
  await check(500);
  await check(0);
  expect(asked).toHaveLength(501);
  await check(1);
  expect(asked.at(-1)).toBe('10.0.0.1');
});

const rules = 'User-agent: *\nDisallow: /private\n';

test.each([
  ['gzip', gzipSync(rules)],
  ['br', brotliCompressSync(rules)],
  ['identity', Buffer.from(rules)],
])('rules that a server sends as %s apply', async (coding, body) => {
  const check = await checkOf(coding, body);
  await check('/feed');
  await expect(check('/private/orders')).rejects.toMatchObject({ code: 'SOURCE_FORBIDS' });
});

test.each(['gzip', 'br'])(
  'an empty file that a server sends as %s has no rules',
  async (coding) => {
    const check = await checkOf(coding, Buffer.alloc(0));
    await expect(check('/private/orders')).resolves.toBeUndefined();
  },
);

test.each([
  ['an unknown coding', 'compress', Buffer.from(rules)],
  ['a damaged body', 'gzip', Buffer.from(rules)],
])('rules in %s allow nothing', async (_, coding, body) => {
  const check = await checkOf(coding, body);
  await expect(check('/feed')).rejects.toMatchObject({ code: 'SOURCE_UNREACHABLE' });
});

test('at most 500 KiB of rules are unpacked', async () => {
  const padding = `#${' '.repeat(2 ** 24)}\n`;
  const check = await checkOf('gzip', gzipSync(`${rules}${padding}Disallow: /feed\n`));
  await check('/feed');
  await expect(check('/private/orders')).rejects.toMatchObject({ code: 'SOURCE_FORBIDS' });
});
