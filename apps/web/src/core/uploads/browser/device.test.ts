import { expect, test } from 'vitest';
import { describeDevice } from './device.ts';

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0';

test.for([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`,
    0,
    'desktop',
    'Windows',
    'Chrome',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/139.0`,
    10,
    'desktop',
    'Windows',
    'Edge',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
    0,
    'desktop',
    'Linux',
    'Firefox',
  ],
  [`${MAC} Version/18.5 Safari/605.1.15`, 0, 'desktop', 'macOS', 'Safari'],
  [`${MAC} Version/18.5 Safari/605.1.15`, 5, 'tablet', 'iOS', 'Safari'],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`,
    5,
    'mobile',
    'Android',
    'Chrome',
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Safari/537.36`, 5, 'tablet', 'Android', 'Chrome'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) CriOS/139.0 Mobile/15E148 Safari/604.1',
    5,
    'mobile',
    'iOS',
    'Chrome',
  ],
  ['curl/8', 0, 'desktop', 'unknown', 'unknown'],
] as const)('%s', ([userAgent, maxTouchPoints, type, os, browser]) => {
  expect(describeDevice({ userAgent, maxTouchPoints })).toEqual({ type, os, browser });
});
