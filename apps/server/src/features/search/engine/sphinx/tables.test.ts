import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { declaredColumns } from './tables.ts';

test('the configuration of a shard declares every column', () => {
  const path = new URL('../../../../../../../deploy/search-shard.conf', import.meta.url);
  const [, table = ''] = /index deals_a\n\{\n(.*?)\n\}/s.exec(readFileSync(path, 'utf8')) ?? [];
  const columns = table
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^rt_(?:field|attr_)/.test(line));
  expect(columns).toEqual(declaredColumns);
});
