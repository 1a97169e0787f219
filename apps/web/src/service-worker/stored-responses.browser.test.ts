import { afterEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '@izgodno/contract/common/durations';
import { createStoredResponses, isForAnybody } from './stored-responses.ts';

const NAME = 'kept-answers-under-test';
let now = 1_000_000;
const stored = createStoredResponses(NAME, { entries: 3, ageMs: HOUR_MS }, () => now);

const urlOf = (name: string) => `https://izgodno.example/${name}`;
const keep = (name: string, text = name) =>
  stored.keep(urlOf(name), new Response(text, { headers: { vary: 'Accept-Encoding' } }));
const read = async (name: string) => (await stored.find(urlOf(name)))?.response.text();

afterEach(() => stored.evict());

describe('what is cached', () => {
  test('is found with its time of storage, in its latest form', async () => {
    await keep('one', 'old');
    now += 5;
    await keep('one', 'new');
    expect(await stored.find(urlOf('one'))).toMatchObject({ storedAt: now });
    expect(await read('one')).toBe('new');
    expect(await read('two')).toBeUndefined();
  });

  test('is limited in number: the least recently viewed is removed', async () => {
    for (const name of ['one', 'two', 'three', 'one', 'four']) await keep(name);
    expect(await read('two')).toBeUndefined();
    expect(await Promise.all(['one', 'three', 'four'].map(read))).toEqual(['one', 'three', 'four']);
  });

  test('is limited in age, and then removed', async () => {
    await keep('one');
    now += HOUR_MS;
    expect(await read('one')).toBe('one');
    now += 1;
    expect(await read('one')).toBeUndefined();
    await keep('two');
    const keys = await (await caches.open(NAME)).keys();
    expect(keys.map(({ url }) => url)).toEqual([urlOf('two')]);
  });

  test('is erased as a whole', async () => {
    await keep('one');
    await stored.evict();
    expect(await read('one')).toBeUndefined();
  });
});

test.each([
  ['public, no-cache', 200, true],
  ['public, max-age=31536000, immutable', 200, true],
  ['public, no-cache', 404, false],
  ['public, no-cache', 206, false],
  ['public, no-store', 200, false],
  ['private, max-age=31536000, immutable', 200, false],
  ['no-store', 200, false],
  ['no-cache', 200, false],
  ['', 200, false],
])('a response with "%s" and status %i may be cached: %s', (cacheControl, status, expected) => {
  const headers = { 'cache-control': cacheControl };
  expect(isForAnybody(new Response('', { status, headers }))).toBe(expected);
});
