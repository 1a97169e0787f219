import { describe, expect, test, vi } from 'vitest';
import { detectLanguage } from './detect.ts';
import {
  chooseLanguage,
  currentLanguage,
  loadArea,
  loadedKey,
  onLanguageChange,
} from './language.ts';

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

  test('has the texts of every area that was loaded before it was chosen', async () => {
    await chooseLanguage('en');
    expect(currentLanguage().t('profile.title')).toBe('profile.title');
    expect(loadedKey('profile.title', 'shell.deals')).toBe('shell.deals');
    await loadArea('profile');
    expect(currentLanguage().t('profile.title')).toBe('Profile');
    expect(loadedKey('profile.title', 'shell.deals')).toBe('profile.title');
    await chooseLanguage('bg');
    expect(currentLanguage().t('profile.title')).toBe('Моят профил');
    // A page opened while the language changes is shown in the new one.
    await Promise.all([chooseLanguage('en'), loadArea('deal')]);
    expect(currentLanguage().t('deal.tags')).toBe('Tags');
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
