import { describe, expect, test, vi } from 'vitest';
import { bg } from './catalogue/bg.ts';
import { en } from './catalogue/en.ts';
import { detectLanguage } from './detect.ts';
import { chooseLanguage, currentLanguage, onLanguageChange } from './language.ts';

describe('detection', () => {
  const signs = { stored: null, timeZone: 'Asia/Tokyo', browserLanguages: ['ja'] };
  test.each([
    ['nothing known', {}, 'en'],
    ['a stored choice before the time zone', { stored: 'en', timeZone: 'Europe/Sofia' }, 'en'],
    ['an unsupported stored choice', { stored: 'fr' }, 'en'],
    ['Sofia', { timeZone: 'Europe/Sofia', browserLanguages: ['en-US'] }, 'bg'],
    ['Zagreb', { timeZone: 'Europe/Zagreb' }, 'bg'],
    ['London', { timeZone: 'Europe/London', browserLanguages: ['bg-BG'] }, 'en'],
    ['the first supported browser language', { browserLanguages: ['fr', 'bg-BG', 'en'] }, 'bg'],
  ])('%s', (_, more, language) => {
    expect(detectLanguage({ ...signs, ...more })).toBe(language);
  });
});

describe('the chosen language', () => {
  test('is loaded, told to listeners, remembered, and said in the page', async () => {
    const heard = vi.fn<() => void>();
    const stop = onLanguageChange(heard);
    await chooseLanguage('bg');
    stop();
    expect(heard).toHaveBeenCalledOnce();
    expect(currentLanguage().t('deals.count', { count: 1 })).toBe('1 оферта');
    expect(currentLanguage().t('deals.count', { count: 21 })).toBe('21 оферти');
    expect(localStorage.getItem('preferred-language')).toBe('bg');
    expect(localStorage.getItem('language-manually-selected')).toBe('true');
    expect(document.documentElement.lang).toBe('bg');
    await chooseLanguage('en');
    expect(currentLanguage().t('deals.count', { count: 1 })).toBe('1 deal');
    expect(currentLanguage().t('notFound.text')).toBe("The page you're looking for doesn't exist.");
  });

  test('is kept, with a warning, where an unsupported one is asked for', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const before = currentLanguage();
    await chooseLanguage('xx');
    expect(warn).toHaveBeenCalledOnce();
    warn.mockClear();
    expect(currentLanguage()).toBe(before);
  });
});

const sources = import.meta.glob<string>(['/src/**/*.{ts,tsx}', '!/src/**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const code = Object.values(sources).join('\n');
/** `category.${…}` in the code uses every key that begins so. */
const prefixes = [...code.matchAll(/`([a-z][\w.]*\.)\$\{/gi)].map(([, prefix]) => prefix ?? '');

const contractErrors = import.meta.glob<string>('/../../packages/contract/src/**/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const everyUse = code + Object.values(contractErrors).join('\n');

/** What a compiled text takes from outside. */
const names = (message: unknown): string[] =>
  Array.isArray(message)
    ? message.flatMap((token: unknown) =>
        Array.isArray(token) && typeof token[0] === 'string' ? [token[0]] : [],
      )
    : [];

describe('the catalogue', () => {
  test('has the same keys in both languages', () => {
    expect(Object.keys(bg).toSorted()).toEqual(Object.keys(en).toSorted());
  });

  test('holds no text that nothing uses', () => {
    const unused = Object.keys(en).filter(
      (key) =>
        !everyUse.includes(`'${key}'`) &&
        !everyUse.includes(`"${key}"`) &&
        !prefixes.some((prefix) => key.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });

  test('gives each text the same values to fill in', () => {
    const bulgarian = new Map<string, unknown>(Object.entries(bg));
    for (const [key, message] of Object.entries(en)) {
      expect([key, new Set(names(bulgarian.get(key)))]).toEqual([key, new Set(names(message))]);
    }
  });
});
