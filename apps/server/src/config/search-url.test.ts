import { expect, test } from 'vitest';
import { readSearchUrl } from './search-url.ts';

test('reads the front, the shards, and who connects', () => {
  expect(readSearchUrl('manticore://me:p%40ss@front?shards=one:9406,[::1]:9407')).toEqual({
    dialect: 'manticore',
    user: 'me',
    password: 'p@ss',
    front: { host: 'front', port: 9306 },
    shards: [[{ host: 'one', port: 9406 }], [{ host: '::1', port: 9407 }]],
  });
  expect(readSearchUrl('sphinx://10.0.0.1:9306/?shards=10.0.0.2')).toMatchObject({
    dialect: 'sphinx',
    user: '',
    shards: [[{ host: '10.0.0.2', port: 9306 }]],
  });
});

test('reads the copies of a shard', () => {
  expect(readSearchUrl('manticore://front?shards=one|one-copy:9406,two')).toMatchObject({
    shards: [
      [
        { host: 'one', port: 9306 },
        { host: 'one-copy', port: 9406 },
      ],
      [{ host: 'two', port: 9306 }],
    ],
  });
});

test.each([
  'mysql://front?shards=one',
  'manticore://front',
  'manticore://front?shards=',
  'manticore://front?shards=one,',
  'manticore://front?shards=one|,two',
  `manticore://front?shards=${Array.from({ length: 9 }, () => 'one').join('|')}`,
  'manticore://front:0?shards=one',
  'manticore://front?shards=one:70000',
  'manticore://%zz@front?shards=one',
  `manticore://front?shards=${Array.from({ length: 257 }, () => 'one').join()}`,
])('rejects %s', (text) => {
  expect(readSearchUrl(text)).toBeNull();
});
