import { expect, test } from 'vitest';
import { MINUTE_MS } from '@izgodno/contract/common/durations';
import { createFakeTime, NOW, readSource, useReplay } from '#test/connector-harness.ts';
import { startClassifieds } from '#test/replay/classifieds.ts';
import { classifieds } from './classifieds.ts';

const use = useReplay();
const config = { categoryIds: [1, 2, 3] };

const start = async (size: number) => {
  const time = createFakeTime();
  const { server } = await use(startClassifieds({ now: time.now, size }));
  const read = (more: object = {}) =>
    readSource(classifieds, { baseUrl: server.url, ...config }, { time, ...more });
  return { server, read };
};

/** The categories of all requests. */
const categoriesOf = (server: { readonly requests: readonly { readonly url: URL }[] }) =>
  server.requests.map(({ url }) => url.searchParams.get('category_id'));

test('a search that fails stops no other, and the next reading makes up for it', async () => {
  const { read, server } = await start(500);
  server.misbehave({ kind: 'status', status: 500 }, { after: 11, times: 5 });
  const since = NOW - 60 * MINUTE_MS;
  const first = await read();
  expect(first.error).toBeNull();
  expect([...first.failedParts]).toEqual([
    ['category 2, region any', expect.stringContaining('500')],
  ]);
  expect(categoriesOf(server).filter((category) => category === '3')).toHaveLength(10);
  expect(first.remainder).toEqual({
    segment: 0,
    path: null,
    behind: 'category 2, region any\t0',
  });
  const before = server.requests.length;
  const second = await read({ cursor: first.remainder, since });
  expect(second).toMatchObject({ error: null, remainder: null });
  expect(second.failedParts.size).toBe(0);
  const again = categoriesOf(server).slice(before);
  // Of the others, only what is newer than the last reading.
  expect(again.filter((category) => category === '1').length).toBeLessThan(10);
  expect(again.filter((category) => category === '2')).toHaveLength(10);
});

test('a search that fails is remembered by an interrupted reading', async () => {
  const { read, server } = await start(120);
  server.misbehave({ kind: 'status', status: 500 }, { after: 3, times: 5 });
  const { cursors } = await read();
  const rest = await read({ cursor: cursors.at(-2) });
  expect(rest.error).toBeNull();
  expect([...rest.failedParts.keys()]).toEqual(['category 2, region any']);
  expect(rest.remainder).toMatchObject({ behind: 'category 2, region any\t0' });
});

test('a search that fails of every category ends the reading', async () => {
  const { read, server } = await start(120);
  server.misbehave({ kind: 'status', status: 500 }, { times: 99 });
  expect((await read()).error?.code).toBe('SOURCE_FAILING');
});
