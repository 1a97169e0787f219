import { QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readAgain, takeEvent } from './read-again.ts';

/** What the server has. */
let stored: readonly string[] = [];
/** Responses under way, oldest first: each has what was stored at the time of its request. */
let responses: (() => void)[] = [];

const query = queryOptions({
  queryKey: ['names'],
  queryFn: () => {
    const { promise, resolve } = Promise.withResolvers<readonly string[]>();
    const read = stored;
    responses.push(() => resolve(read));
    return promise;
  },
});

let queries: QueryClient;
let stop: () => void;

beforeEach(() => {
  stored = ['Ann'];
  responses = [];
  queries = new QueryClient();
  stop = new QueryObserver(queries, query).subscribe(() => {});
});

afterEach(() => stop());

const shown = () => queries.getQueryData(query.queryKey);

const deliver = async (index: number): Promise<void> => {
  await expect.poll(() => responses.length).toBe(index + 1);
  responses[index]?.();
};

test('events during a load, the first or a later one, lead to one more load', async () => {
  for (const index of [0, 2]) {
    stored = [...stored, `Boris ${index}`];
    if (index > 0) void readAgain(queries, query);
    await expect.poll(() => responses.length).toBe(index + 1);
    stored = [...stored, `Maria ${index}`];
    const read = Promise.all([readAgain(queries, query), readAgain(queries, query)]);
    await deliver(index);
    await deliver(index + 1);
    await read;
    expect(shown()).toEqual(stored);
  }
  expect(responses).toHaveLength(4);
});

test('an event is shown at once, and is read again if a load may not have it', async () => {
  await deliver(0);
  await expect.poll(shown).toEqual(['Ann']);
  takeEvent(queries, query.queryKey, (names) => [...names, 'Boris']);
  expect(shown()).toEqual(['Ann', 'Boris']);
  expect(responses).toHaveLength(1);

  stored = ['Ann', 'Boris'];
  void readAgain(queries, query);
  await expect.poll(() => responses.length).toBe(2);
  stored = ['Ann', 'Boris', 'Maria'];
  takeEvent(queries, query.queryKey, (names) => [...names, 'Maria']);
  expect(shown()).toEqual(stored);
  await deliver(1);
  await deliver(2);
  await expect.poll(() => queries.isFetching()).toBe(0);
  expect(shown()).toEqual(stored);
});
