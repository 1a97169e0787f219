// First: it replaces what the application asks over.
import { network } from '#app/testing/network.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  chooseLanguage,
  currentLanguage,
  isLanguageChosen,
  loadArea,
  loadedKey,
  onLanguageChange,
  startLanguage,
} from './language.ts';

/** A visitor whose country alone may tell the language. */
const comeFromAfar = (): void => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...new Intl.DateTimeFormat().resolvedOptions(),
    timeZone: 'Asia/Tokyo',
  });
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['ja']);
};

const answerCountry = (country: string | null): void => {
  network.answer = () => Response.json({ success: true, country, others: [] });
};

const start = async () => {
  const onWait = vi.fn<() => void>();
  await startLanguage(onWait);
  return { code: currentLanguage().code, waited: onWait.mock.calls.length === 1 };
};

describe('at the start', () => {
  beforeEach(() => {
    localStorage.clear();
    network.asked.length = 0;
    history.replaceState(null, '', '?');
  });

  test('a language known at once is shown without waiting or asking, and kept', async () => {
    comeFromAfar();
    history.replaceState(null, '', '?lang=bg');
    expect(await start()).toEqual({ code: 'bg', waited: false });
    expect(document.documentElement.lang).toBe('bg');
    expect(localStorage.getItem('preferred-language')).toBe('bg');
    expect(localStorage.getItem('language-manually-selected')).toBeNull();
    expect(network.asked).toEqual([]);
  });

  test('a choice by hand stands, whatever the address says', async () => {
    localStorage.setItem('preferred-language', 'bg');
    localStorage.setItem('language-manually-selected', 'true');
    history.replaceState(null, '', '?lang=en');
    expect(await start()).toEqual({ code: 'bg', waited: false });
  });

  test('the country is waited for on the first visit', async () => {
    comeFromAfar();
    answerCountry('BG');
    expect(await start()).toEqual({ code: 'bg', waited: true });
    expect(network.asked.map(({ url }) => url.pathname)).toEqual(['/api/geo']);
    expect(localStorage.getItem('preferred-language')).toBe('bg');
    expect(isLanguageChosen()).toBe(false);
  });

  test('meanwhile and without a country English is spoken', async () => {
    comeFromAfar();
    answerCountry(null);
    const said: string[] = [];
    await startLanguage(() => said.push(currentLanguage().t('shell.loading')));
    expect(said).toEqual(['Loading...']);
    expect(currentLanguage().code).toBe('en');
    expect(localStorage.getItem('preferred-language')).toBe('en');
  });

  test('on later visits nobody waits: listeners hear of another language', async () => {
    comeFromAfar();
    localStorage.setItem('preferred-language', 'en');
    answerCountry('MK');
    expect(await start()).toEqual({ code: 'en', waited: false });
    const heard = vi.fn<() => void>();
    const stop = onLanguageChange(heard);
    await expect.poll(() => currentLanguage().code).toBe('bg');
    stop();
    expect(heard).toHaveBeenCalledOnce();
  });

  test('whoever chooses meanwhile is not overruled', async () => {
    comeFromAfar();
    localStorage.setItem('preferred-language', 'en');
    const answer = Promise.withResolvers<Response>();
    network.answer = () => answer.promise;
    await start();
    await expect.poll(() => network.asked).toHaveLength(1);
    await chooseLanguage('en');
    const asked = vi.spyOn(Storage.prototype, 'getItem');
    answer.resolve(Response.json({ success: true, country: 'BG', others: [] }));
    await expect.poll(() => asked).toHaveBeenCalledWith('language-manually-selected');
    expect(currentLanguage().code).toBe('en');
  });

  test('a failure is noted, and the present language goes on', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    comeFromAfar();
    network.answer = () => Response.error();
    expect(await start()).toEqual({ code: 'en', waited: true });
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      'The language could not be detected',
      expect.anything(),
    );
    warn.mockClear();
    // It is asked for anew the next time.
    expect(localStorage.getItem('preferred-language')).toBeNull();
  });

  test('unsupported codes are ignored with a warning', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    localStorage.setItem('preferred-language', 'fr');
    history.replaceState(null, '', '?lang=xx');
    await start();
    expect(warn.mock.calls).toEqual([
      ['Language fr is not supported'],
      ['Language xx is not supported'],
    ]);
    warn.mockClear();
  });
});

describe('the chosen language', () => {
  test('is loaded, told to listeners, remembered, and said in the page', async () => {
    localStorage.clear();
    await chooseLanguage('en');
    const heard = vi.fn<() => void>(() => expect(isLanguageChosen()).toBe(true));
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

  test('is remembered at once, before its texts are there', async () => {
    await chooseLanguage('en');
    localStorage.clear();
    const choosing = chooseLanguage('bg');
    expect(localStorage.getItem('preferred-language')).toBe('bg');
    expect(isLanguageChosen()).toBe(true);
    await choosing;
  });

  test('is the one chosen last, though the texts of the one before come later', async () => {
    await chooseLanguage('en');
    // Its Bulgarian texts are not there yet.
    await loadArea('offline');
    const heard = vi.fn<() => void>();
    const stop = onLanguageChange(heard);
    await Promise.all([chooseLanguage('bg'), chooseLanguage('en')]);
    stop();
    expect(currentLanguage().code).toBe('en');
    expect(localStorage.getItem('preferred-language')).toBe('en');
    expect(document.documentElement.lang).toBe('en');
    expect(heard).not.toHaveBeenCalled();
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
