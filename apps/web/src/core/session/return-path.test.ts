import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeReturnPath, withReturnPath } from './return-path.ts';

const ORIGIN = 'https://izgodno.example';

test.each([
  ['/settings', '/settings'],
  ['/chat/7?x=1#last', '/chat/7?x=1#last'],
  ['/deals?q=%D1%82%D0%B2', '/deals?q=%D1%82%D0%B2'],
])('%s is a page of this site', (raw, path) => {
  expect(safeReturnPath(raw, ORIGIN)).toBe(path);
});

test.each([
  null,
  '',
  'settings',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  'https://evil.example/settings',
  'javascript:alert(1)',
  '/login',
  '/register?from=/settings',
  '/reset-password?for=undo',
])('%j leads to the start page', (raw) => {
  expect(safeReturnPath(raw, ORIGIN)).toBe('/');
});

test('no path leads to another site', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '\t',
    '\n',
    '@',
    ':',
    'evil.example',
    'https:',
    '%2f',
    'a',
  );
  const raw = fc.oneof(
    fc.string(),
    fc.array(piece).map((pieces) => `/${pieces.join('')}`),
  );
  const found = fc.check(
    fc.property(raw, (raw) => new URL(safeReturnPath(raw, ORIGIN), ORIGIN).origin === ORIGIN),
    { numRuns: 2_000 },
  );
  expect(fc.defaultReportMessage(found)).toBeUndefined();
});

test('the sign-in URL contains the page, and is short without one', () => {
  const path = withReturnPath('/login', '/settings?tab=1');
  expect(new URL(path, ORIGIN).searchParams.get('from')).toBe('/settings?tab=1');
  expect(withReturnPath('/login', '/')).toBe('/login');
});
