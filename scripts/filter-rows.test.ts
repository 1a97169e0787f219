import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { atLeastFilters, flagFilters, rangeParameters } from '@izgodno/contract/search/filters';

const root = path.resolve(import.meta.dirname, '..');

const SERVER = 'apps/server/src/features';
const WEB = 'apps/web/src/features/search';

/** The names that only filters have. */
const limits = [...atLeastFilters, ...rangeParameters];
/** Elsewhere, a flag's name may be a property of something else. */
const searching = /\/(search|saved-searches)\/|\/filter-text\.ts$|\/deal-search\.ts$/;

/** The files whose code names a filter, apart from the text `filters.<name>`, with the reason. */
const allowed: Readonly<Record<string, string>> = {
  'packages/contract/src/search/filters.ts': 'the rows',
  'packages/contract/src/search/understood.ts': 'the filters that words name',
  [`${SERVER}/search/understanding/prices.ts`]: 'words that name prices',
  [`${SERVER}/search/understanding/present.ts`]: 'the filters that words named',
  [`${SERVER}/search/understanding/reading.ts`]:
    'filters that take the place of words, and the reverse',
  [`${SERVER}/search/understanding/relaxations.ts`]: 'loosens each filter in its way',
  [`${SERVER}/search/understanding/understand.ts`]: 'words that name filters',
  [`${SERVER}/search/engine/index/filter-columns.ts`]: 'the column of each filter',
  [`${SERVER}/search/engine/index/compiled-filter.ts`]: 'packed values and prices, by hand',
  [`${SERVER}/search/engine/index/packed-values.ts`]: 'packed values, by hand',
  [`${SERVER}/search/engine/index/segment-builder.ts`]: 'packed values, by hand',
  [`${SERVER}/search/engine/searchable-deal.ts`]: 'packed values, by hand',
  [`${SERVER}/search/engine/filter-deal.ts`]: 'packed values, by hand',
  [`${SERVER}/search/engine/postgres/conditions.ts`]: 'the order by rating',
  [`${SERVER}/search/engine/sphinx/statements.ts`]: 'the orders by rating and stock',
  [`${SERVER}/search/engine/postgres/text-search.ts`]: 'deals in stock come first',
  [`${SERVER}/search/engine/index/collect.ts`]: 'deals in stock come first',
  [`${SERVER}/posts/possible-duplicates.ts`]: 'a search of its own',
  [`${SERVER}/saved-searches/find-among.ts`]: 'a search of its own',
  [`${WEB}/filters/filter-panel.tsx`]: 'the order of the controls',
  [`${WEB}/model/price-range.ts`]: 'the control of the range',
};

const namesFilter = (file: string): boolean => {
  const code = readFileSync(path.join(root, file), 'utf8').replaceAll(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    '',
  );
  const names: readonly string[] = searching.test(file) ? [...limits, ...flagFilters] : limits;
  return names.some((name) => new RegExp(String.raw`(?<!filters\.)\b${name}\b`).test(code));
};

test('a filter is named in its row, and where its column is', () => {
  const files = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|\.test-data\.ts$|\/testing\/|\/styleguide\//.test(file),
  );
  expect(files.filter(namesFilter).toSorted()).toEqual(Object.keys(allowed).toSorted());
});
