import { expect, test } from 'vitest';
import { describeDevice } from './device.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.for([
  [
    'desktop',
    'Chrome',
    'Linux',
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/141.0.0.0 Safari/537.36`,
  ],
  [
    'desktop',
    'Edge',
    'Windows',
    `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/141.0 Safari/537.36 Edg/141.0`,
  ],
  [
    'desktop',
    'Safari',
    'macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15',
  ],
  [
    'mobile',
    'Safari',
    'iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'mobile',
    'Chrome',
    'Android',
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/141.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'tablet',
    'Samsung Internet',
    'Android',
    `Mozilla/5.0 (Linux; Android 13; SM-X700) ${webkit} SamsungBrowser/28.0 Chrome/130.0 Safari/537.36`,
  ],
  [
    'tablet',
    'Firefox',
    'iPadOS',
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 FxiOS/143.0 Mobile/15E148 Safari/605.1.15',
  ],
  [
    'desktop',
    'Opera',
    'ChromeOS',
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/141.0 Safari/537.36 OPR/124.0`,
  ],
  ['other', null, null, 'curl/8.14.1'],
  ['other', null, null, ''],
] as const)('%s, %s on %s', ([kind, browser, os, userAgent]) => {
  expect(describeDevice(userAgent)).toEqual({ kind, browser, os });
});
