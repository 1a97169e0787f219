import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '@izgodno/contract/common/durations';
import { ACCESS_TOKEN_LIFETIME_MS, PROGRESS_FULL_MS } from './limits.ts';
import { absoluteThresholdsMs, proportionalThresholds, sessionPolicies } from './policy.ts';
import { remainingMinutes, remainingPercent, remainingSeconds, timeStatus } from './status.ts';

const NOW = Date.UTC(2026, 10, 21);
const LIFETIME = ACCESS_TOKEN_LIFETIME_MS;
const absolute = (remaining: number) =>
  timeStatus(NOW, NOW + remaining, LIFETIME, sessionPolicies.absolute);
const proportional = (remaining: number) =>
  timeStatus(NOW, NOW + remaining, LIFETIME, sessionPolicies.proportional);

test('the thresholds are the specification’s', () => {
  expect(absoluteThresholdsMs).toEqual({ warning: 300_000, critical: 120_000, refresh: 120_000 });
  expect(proportionalThresholds).toEqual({ warning: 0.5, critical: 0.0833, refresh: 0.25 });
  expect(ACCESS_TOKEN_LIFETIME_MS).toBe(7_200_000);
  expect(PROGRESS_FULL_MS).toBe(900_000);
});

describe('the status of the remaining time', () => {
  test.each([
    [5 * MINUTE_MS + 1, 'active'],
    [5 * MINUTE_MS, 'warning'],
    [2 * MINUTE_MS + 1, 'warning'],
    [2 * MINUTE_MS, 'critical'],
    [1, 'critical'],
    [0, 'expired'],
    [-1, 'expired'],
  ])('%i ms left by the absolute policy: %s', (remaining, status) => {
    expect(absolute(remaining)).toBe(status);
  });

  test.each([
    [LIFETIME * 0.5 + 1, 'active'],
    [LIFETIME * 0.5, 'warning'],
    [LIFETIME * 0.0833 + 1, 'warning'],
    [LIFETIME * 0.0833, 'critical'],
    [0, 'expired'],
  ])('%i ms left by the proportional policy: %s', (remaining, status) => {
    expect(proportional(remaining)).toBe(status);
  });
});

test('a refresh is due at 2 minutes, or at a quarter of the life', () => {
  expect(sessionPolicies.absolute.refresh(LIFETIME)).toBe(2 * MINUTE_MS);
  expect(sessionPolicies.proportional.refresh(LIFETIME)).toBe(30 * MINUTE_MS);
});

test('the countdown shows 0 only after the expiry', () => {
  expect(remainingSeconds(NOW, NOW + 1)).toBe(1);
  expect(remainingSeconds(NOW, NOW + 59_001)).toBe(60);
  expect(remainingSeconds(NOW, NOW)).toBe(0);
  expect(remainingSeconds(NOW, NOW - 5_000)).toBe(0);
  expect(remainingMinutes(NOW, NOW + 4 * MINUTE_MS + 1)).toBe(5);
});

test('the percentage is out of 15 minutes, from 0 to 100', () => {
  expect(remainingPercent(NOW, NOW + 7.5 * MINUTE_MS)).toBe(50);
  expect(remainingPercent(NOW, NOW + 15 * MINUTE_MS)).toBe(100);
  expect(remainingPercent(NOW, NOW + LIFETIME)).toBe(100);
  expect(remainingPercent(NOW, NOW - 1)).toBe(0);
});
