import type { Session } from '@izgodno/contract/accounts/session';

/** Longest User-Agent header that is stored. */
export const MAX_USER_AGENT_LENGTH = 300;

type Device = Session['device'];

// The first match wins, because nearly every browser also names those it descends from.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string, Device['kind']])[] = [
  [/\biPad\b/, 'iPadOS', 'tablet'],
  [/\biPhone\b/, 'iOS', 'mobile'],
  [/\bAndroid\b.*\bMobile\b/, 'Android', 'mobile'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bWindows\b/, 'Windows', 'desktop'],
  [/\bMac OS X\b/, 'macOS', 'desktop'],
  [/\bCrOS\b/, 'ChromeOS', 'desktop'],
  [/\bLinux\b/, 'Linux', 'desktop'],
];

/** Describes the device of a User-Agent header well enough for its owner to recognise it. */
export const describeDevice = (userAgent: string): Device => {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent));
  const system = systems.find(([pattern]) => pattern.test(userAgent));
  return { kind: system?.[2] ?? 'other', browser: browser?.[1] ?? null, os: system?.[1] ?? null };
};
