import { expect, test } from 'vitest';
import { createIpGuard } from '#platform/http/ip-guard.ts';
import { createFakeTime } from '#test/connector-harness.ts';
import { createRobots } from './robots.ts';

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
