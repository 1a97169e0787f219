import { expect, test } from 'vitest';
import { requestTarget, sign, signedHeaders } from './signature.ts';

const credentials = { user: 'demo_user', key: 'demo_key' };
const NOW = Date.UTC(2026, 10, 21, 10);
const DATE = 'Sat, 21 Nov 2026 10:00:00 GMT';

test.each([
  [
    { method: 'GET', name: 'affiliate-advertisers', query: '' },
    'with-mark',
    '65743bdfb4a68bc63ee34c06b4870a18abc0cce3',
  ],
  [
    { method: 'GET', name: 'affiliate-advertisers', query: '' },
    'without-mark',
    'fbe85a89a7e0420e5a4cc510c106c3ac5b5b5ba1',
  ],
  [
    { method: 'GET', name: 'affiliate-products', query: 'page=1&filters[advertiser]=35' },
    'with-mark',
    'b94653ef4ed7e6250d0782ca3dcead0a5e40bed5',
  ],
  [
    { method: 'POST', name: 'affiliate-links', query: '' },
    'without-mark',
    '071fd2955d79788dfad1dbc37b3f99172ad14926',
  ],
  [
    { method: 'POST', name: 'affiliate-links', query: '' },
    'with-mark',
    '071fd2955d79788dfad1dbc37b3f99172ad14926',
  ],
] as const)('signs %o %s like Profitshare', (route, form, expected) => {
  expect(sign(route, form, credentials, DATE)).toBe(expected);
});

test('the headers have the signed date', () => {
  const route = { method: 'GET', name: 'affiliate-advertisers', query: '' } as const;
  expect(signedHeaders(route, 'without-mark', credentials, NOW)).toEqual({
    date: DATE,
    'x-ps-client': 'demo_user',
    'x-ps-accept': 'json',
    'x-ps-auth': 'fbe85a89a7e0420e5a4cc510c106c3ac5b5b5ba1',
  });
});

test.each([
  ['', 'with-mark', '/affiliate-products/?'],
  ['', 'without-mark', '/affiliate-products/'],
  ['page=1', 'without-mark', '/affiliate-products/?page=1'],
  [
    'page=2&filters[advertiser]=35',
    'with-mark',
    '/affiliate-products/?page=2&filters%5Badvertiser%5D=35',
  ],
] as const)('the query "%s" is sent %s as %s', (query, form, expected) => {
  expect(requestTarget({ method: 'GET', name: 'affiliate-products', query }, form)).toBe(expected);
});

test('a POST is sent as it is signed, without a question mark', () => {
  const route = { method: 'POST', name: 'affiliate-links', query: '' } as const;
  expect(requestTarget(route, 'with-mark')).toBe('/affiliate-links/');
});
