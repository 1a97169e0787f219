import { expect, test } from 'vitest';
import { isDatabaseUrl, readDatabaseUrl } from './database-url.ts';

test.each([
  ['postgresql://me:se%40cret@db/izgodno', [['db', 5432]], false],
  ['postgres://me@db:6432/izgodno?target_session_attrs=any', [['db', 6432]], false],
  ['postgres://me@db/izgodno?target_session_attrs=read-write', [['db', 5432]], true],
  [
    'postgres://me:a,b@one:5433,two/izgodno',
    [
      ['one', 5433],
      ['two', 5432],
    ],
    true,
  ],
  [
    'postgres://one,[::1]:5434,[fe80::2]/izgodno?target_session_attrs=any',
    [
      ['one', 5432],
      ['::1', 5434],
      ['fe80::2', 5432],
    ],
    true,
  ],
] as const)('%s', (url, hosts, isChecked) => {
  expect(readDatabaseUrl(url)).toMatchObject({
    hosts: hosts.map(([host, port]) => ({ host, port })),
    isChecked,
  });
});

test('other parameters, the user and the database stay', () => {
  const { connectionString } = readDatabaseUrl(
    'postgres://me:se%40cret@one:1,two:2/izgodno?sslmode=require&target_session_attrs=read-write',
  );
  expect(connectionString).toBe('postgres://me:se%40cret@one:1/izgodno?sslmode=require');
});

test.each([
  'mysql://me@db/izgodno',
  'postgres://me@one:x,two/izgodno',
  'postgres://me@one,two:70000x/izgodno',
  'postgres://me@one/izgodno?target_session_attrs=standby',
  'postgres://me@one,two/izgodno?target_session_attrs=prefer-standby',
])('rejects %s', (url) => {
  expect(isDatabaseUrl(url)).toBe(false);
});
