import { expect, test } from 'vitest';
import {
  NAME_LENGTH,
  PASSWORD_LENGTH,
  REFRESH_COOLDOWN_MS,
  SESSION_CHECK_INTERVAL_MS,
  SESSION_REQUEST_TIMEOUT_MS,
  sessionPresets,
} from './limits.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

test('the presets are the specification’s', () => {
  expect(sessionPresets).toEqual({
    default: { accessMs: 120 * MINUTE, refreshMs: 7 * DAY },
    banking: { accessMs: 15 * MINUTE, refreshMs: 1 * DAY },
    business: { accessMs: 60 * MINUTE, refreshMs: 7 * DAY },
    social: { accessMs: 240 * MINUTE, refreshMs: 30 * DAY },
    development: { accessMs: 5 * MINUTE, refreshMs: 1 * DAY },
  });
});

test('the times of the monitor are the specification’s', () => {
  expect(SESSION_CHECK_INTERVAL_MS).toBe(30_000);
  expect(REFRESH_COOLDOWN_MS).toBe(60_000);
  expect(SESSION_REQUEST_TIMEOUT_MS).toBe(10_000);
});

test('names and passwords have the specified limits', () => {
  expect(NAME_LENGTH).toEqual({ minimum: 2, maximum: 60 });
  expect(PASSWORD_LENGTH).toEqual({ minimum: 8, maximum: 128 });
});
