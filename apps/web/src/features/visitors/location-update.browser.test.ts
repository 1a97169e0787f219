// Imported first, because it replaces the network of the application.
import { network } from '#app/testing/network.ts';
import { beforeEach, expect, test } from 'vitest';
import { keepLocationUpdated } from './location-update.ts';

const TWELVE_HOURS = 12 * 60 * 60_000;
const now = Date.parse('2026-11-21T12:00:00Z');

beforeEach(() => {
  localStorage.clear();
  network.asked.length = 0;
  network.response = () => Response.json({ success: true });
});

test('a visit is counted as the specification says', async () => {
  await keepLocationUpdated(now);
  expect(network.asked.map(({ url, method, body }) => [method, url.pathname, body])).toEqual([
    ['POST', '/api/stats/update-location', '{"source":"ip-fallback"}'],
  ]);
});

test('a visit is counted once in twelve hours across all tabs', async () => {
  await Promise.all([keepLocationUpdated(now), keepLocationUpdated(now)]);
  await keepLocationUpdated(now + TWELVE_HOURS - 1);
  expect(network.asked).toHaveLength(1);
  await keepLocationUpdated(now + TWELVE_HOURS);
  expect(network.asked).toHaveLength(2);
});

test('a failed count is not repeated', async () => {
  network.response = () => Response.error();
  await expect(keepLocationUpdated(now)).rejects.toMatchObject({ name: 'ApiError' });
  await keepLocationUpdated(now + 1);
  expect(network.asked).toHaveLength(1);
});

test('a clock that was set back does not stop the count', async () => {
  await keepLocationUpdated(now);
  await keepLocationUpdated(now - TWELVE_HOURS);
  expect(network.asked).toHaveLength(2);
});
