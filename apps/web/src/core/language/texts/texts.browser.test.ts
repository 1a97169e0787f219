import { describe, expect, test } from 'vitest';
import { errorDefinitions } from '@izgodno/contract/common/errors';
import { ApiError } from '@izgodno/contract/common/client';
import { auditActions } from '@izgodno/contract/audit/audit-actions';
import { pages, type PageConfig } from '#app/pages.ts';
import { errorText } from '#core/api/error-text.ts';
import { chooseLanguage, loadArea, type Area } from '../language.ts';
import { en as start } from './en.ts';

type Texts = Readonly<Record<string, unknown>>;

const files = import.meta.glob<Texts>('./*/*.json', { eager: true, import: 'default' });

/** The texts of a language by the name of their file. */
const areasOf = (code: string): ReadonlyMap<string, Texts> =>
  new Map(
    Object.entries(files).flatMap(([path, texts]) => {
      const [, language, area] = /^\.\/(\w+)\/([\w.-]+)\.json$/.exec(path) ?? [];
      return language === code && area !== undefined ? [[area, texts] as const] : [];
    }),
  );

const english = areasOf('en');
const bulgarian = areasOf('bg');

const areaOf = new Map(
  [...english].flatMap(([area, texts]) =>
    Object.keys(texts).map((key) => [key, Object.hasOwn(start, key) ? 'start' : area] as const),
  ),
);

const keysByArea = (areas: ReadonlyMap<string, Texts>) =>
  [...areas].flatMap(([area, texts]) => Object.keys(texts).map((key) => `${area}: ${key}`));

const isArea = (area: string): area is Area => area !== 'start';

const sources = import.meta.glob<string>(['/src/**/*.{ts,tsx}', '!/src/**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** `category.${…}` in the code uses every key with that prefix. */
const prefixesIn = (code: string): readonly string[] =>
  [...code.matchAll(/`([a-z][\w.]*\.)\$\{/gi)].map(([, prefix]) => prefix ?? '');

const isNamed = (code: string, key: string): boolean =>
  code.includes(`'${key}'`) || code.includes(`"${key}"`);

/** The placeholders of a compiled text. */
const names = (message: unknown): string[] =>
  Array.isArray(message)
    ? message.flatMap((token: unknown) =>
        Array.isArray(token) && typeof token[0] === 'string' ? [token[0]] : [],
      )
    : [];

describe('the texts', () => {
  test('have the same keys in both languages, each in one file', () => {
    expect(keysByArea(bulgarian).toSorted()).toEqual(keysByArea(english).toSorted());
    const all = [...english.values()].flatMap((texts) => Object.keys(texts));
    expect(all.filter((key, rank) => all.indexOf(key) !== rank)).toEqual([]);
  });

  test('are all used', () => {
    const code = Object.values(sources).join('\n');
    const prefixes = prefixesIn(code);
    const errors = new Set(Object.keys(errorDefinitions).map((error) => keyOfError(error)));
    const unused = [...areaOf.keys()].filter(
      (key) =>
        !isNamed(code, key) &&
        !errors.has(key) &&
        !prefixes.some((prefix) => key.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });

  test('take the same values in both languages', () => {
    for (const [area, texts] of english) {
      for (const [key, message] of Object.entries(texts)) {
        const other = names(bulgarian.get(area)?.[key]);
        expect([key, new Set(other)]).toEqual([key, new Set(names(message))]);
      }
    }
  });

  test('describe every action of the audit trail', () => {
    const notified = Object.keys(english.get('moderation') ?? {});
    expect(notified).toEqual(
      expect.arrayContaining(auditActions.map((action) => `moderation.did.${action}`)),
    );
  });

  test('include one for every error', async () => {
    await chooseLanguage('en');
    await Promise.all([...new Set(areaOf.values())].filter(isArea).map(loadArea));
    for (const code of Object.keys(errorDefinitions)) {
      expect(errorText(new ApiError(code, 400, code))).toBe(keyOfError(code));
    }
  });
});

const keyOfError = (code: string): string =>
  `error.${code.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}`;

/** The modules that load with an entry: itself and its static imports. */
const loadedWith = (entry: string): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = (file: string) => {
    const code = sources[file];
    if (code === undefined || found.has(file)) return;
    found.add(file);
    for (const [, from] of code.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)';/gm)) {
      if (from !== undefined) visit(resolve(from, file));
    }
  };
  visit(entry);
  return found;
};

const resolve = (from: string, file: string): string =>
  from.startsWith('#') ? `/src/${from.slice(1)}` : new URL(from, `https://source${file}`).pathname;

/** Areas whose texts the modules show. */
const areasShown = (modules: Iterable<string>): ReadonlySet<string> => {
  const shown = new Set<string>();
  for (const file of modules) {
    const code = sources[file] ?? '';
    // A call may fail for any reason: `errorText` falls back to loaded texts.
    const prefixes = prefixesIn(code).filter((prefix) => prefix !== 'error.');
    for (const [key, area] of areaOf) {
      if (isNamed(code, key) || prefixes.some((prefix) => key.startsWith(prefix))) shown.add(area);
    }
  }
  return shown;
};

/** The pages with a search, whose texts of deals `page-components.ts` loads too. */
const withSearch = new Set(
  Object.values<PageConfig>(pages)
    .filter(({ features }) => features.includes('search'))
    .map(({ load }) => /\/src\/[\w/.-]+/.exec(String(load))?.[0]),
);

/** Each `['area'], … import('module')` of the code: a lazy component, or a row of the pages table. */
const lazyParts = Object.entries(sources).flatMap(([file, code]) =>
  [...code.matchAll(/\[([^\]]*)\],\s*(?:async )?\(\) =>\s*\(?(?:await )?import\('([^']+)'\)/g)].map(
    ([, areas = '', from = '']) => ({
      entry: resolve(from, file),
      areas: [
        ...[...areas.matchAll(/'([\w.-]+)'/g)].map(([, area]) => area),
        ...(file === '/src/app/pages.ts' && withSearch.has(resolve(from, file)) ? ['deals'] : []),
      ],
    }),
  ),
);

describe('what is loaded together', () => {
  // The titles in the pages table are read after the page and its texts have loaded.
  const fromTheStart = [...loadedWith('/src/app/main.tsx')].filter(
    (file) => file !== '/src/app/pages.ts',
  );

  test('is found by this test', () => {
    expect(fromTheStart).toContain('/src/app/shell/header.tsx');
    expect(fromTheStart).not.toContain('/src/features/search/results/deals-page.tsx');
    expect(lazyParts.length).toBeGreaterThan(30);
    expect(withSearch).toContain('/src/app/pages/deal-page.tsx');
    expect(withSearch).not.toContain('/src/features/accounts/sign-in/login-page.tsx');
  });

  test('for the lists has the texts they show', () => {
    const own = [...loadedWith('/src/app/deal-lists.tsx')].filter(
      (file) => !fromTheStart.includes(file) && file !== '/src/app/pages.ts',
    );
    expect(areasShown(own)).toEqual(new Set(['deals', 'start']));
  });

  test('on the first route shows only texts loaded at start-up', () => {
    expect([...areasShown(fromTheStart)]).toEqual(['start']);
  });

  test.each(lazyParts)('with $entry has the texts it shows', ({ entry, areas }) => {
    const own = [...loadedWith(entry)].filter((file) => !fromTheStart.includes(file));
    expect(own).toContain(entry);
    const missing = [...areasShown(own)].filter(
      (area) => area !== 'start' && !areas.includes(area),
    );
    expect(missing).toEqual([]);
  });
});
