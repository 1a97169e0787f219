// Imported first, because it replaces the network of the application.
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

/** Simulates a visitor whose language depends on the country alone. */
const comeFromAfar = (): void => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...new Intl.DateTimeFormat().resolvedOptions(),
    timeZone: 'Asia/Tokyo',
  });
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['ja']);
};

const respondWithCountry = (country: string | null): void => {
  network.response = () => Response.json({ success: true, country, others: [] });
};

const start = async () => {
  const onWait = vi.fn<() => void>();
  await startLanguage(onWait);
  return { code: currentLanguage().code, waited: onWait.mock.calls.length === 1 };
};

describe('at start-up', () => {
  beforeEach(() => {
    localStorage.clear();
    network.asked.length = 0;
    history.replaceState(null, '', '?');
  });

  test('a detected language is shown and stored without a request', async () => {
    comeFromAfar();
    history.replaceState(null, '', '?lang=bg');
    expect(await start()).toEqual({ code: 'bg', waited: false });
    expect(document.documentElement.lang).toBe('bg');
    expect(localStorage.getItem('preferred-language')).toBe('bg');
    expect(localStorage.getItem('language-manually-selected')).toBeNull();
    expect(network.asked).toEqual([]);
  });

  test('a manual choice has priority over the URL', async () => {
    localStorage.setItem('preferred-language', 'bg');
    localStorage.setItem('language-manually-selected', 'true');
    history.replaceState(null, '', '?lang=en');
    expect(await start()).toEqual({ code: 'bg', waited: false });
  });

  test('the first visit waits for the country', async () => {
    comeFromAfar();
    respondWithCountry('BG');
    expect(await start()).toEqual({ code: 'bg', waited: true });
    expect(network.asked.map(({ url }) => url.pathname)).toEqual(['/api/geo']);
    expect(localStorage.getItem('preferred-language')).toBe('bg');
    expect(isLanguageChosen()).toBe(false);
  });

  test('until then, and without a country, the language is English', async () => {
    comeFromAfar();
    respondWithCountry(null);
    const said: string[] = [];
    await startLanguage(() => said.push(currentLanguage().t('shell.loading')));
    expect(said).toEqual(['Loading...']);
    expect(currentLanguage().code).toBe('en');
    expect(localStorage.getItem('preferred-language')).toBe('en');
  });

  test('later visits do not wait; listeners are notified of another language', async () => {
    comeFromAfar();
    localStorage.setItem('preferred-language', 'en');
    respondWithCountry('MK');
    expect(await start()).toEqual({ code: 'en', waited: false });
    const received = vi.fn<() => void>();
    const stop = onLanguageChange(received);
    await expect.poll(() => currentLanguage().code).toBe('bg');
    stop();
    expect(received).toHaveBeenCalledOnce();
  });

  test('a choice made during detection is kept', async () => {
    comeFromAfar();
    localStorage.setItem('preferred-language', 'en');
    const response = Promise.withResolvers<Response>();
    network.response = () => response.promise;
    await start();
    await expect.poll(() => network.asked).toHaveLength(1);
    await chooseLanguage('en');
    const asked = vi.spyOn(Storage.prototype, 'getItem');
    response.resolve(Response.json({ success: true, country: 'BG', others: [] }));
    await expect.poll(() => asked).toHaveBeenCalledWith('language-manually-selected');
    expect(currentLanguage().code).toBe('en');
  });

  test('a failure is logged, and the current language stays', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    comeFromAfar();
    network.response = () => Response.error();
    expect(await start()).toEqual({ code: 'en', waited: true });
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      'The language could not be detected',
      expect.anything(),
    );
    warn.mockClear();
    // The next visit asks for the country again.
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
  test('is loaded, announced to listeners, stored, and set on the page', async () => {
    localStorage.clear();
    await chooseLanguage('en');
    await loadArea('deals');
    const received = vi.fn<() => void>(() => expect(isLanguageChosen()).toBe(true));
    const stop = onLanguageChange(received);
    await chooseLanguage('bg');
    stop();
    expect(received).toHaveBeenCalledOnce();
    expect(currentLanguage().t('deals.count', { count: 1 })).toBe('1 оферта');
    expect(currentLanguage().t('deals.count', { count: 21 })).toBe('21 оферти');
    expect(localStorage.getItem('preferred-language')).toBe('bg');
    expect(localStorage.getItem('language-manually-selected')).toBe('true');
    expect(document.documentElement.lang).toBe('bg');
    await chooseLanguage('en');
    expect(currentLanguage().t('deals.count', { count: 1 })).toBe('1 deal');
    expect(currentLanguage().t('notFound.text')).toBe("The page you're looking for doesn't exist.");
  });

  test('is stored at once, before its texts have loaded', async () => {
    await chooseLanguage('en');
    localStorage.clear();
    const choosing = chooseLanguage('bg');
    expect(localStorage.getItem('preferred-language')).toBe('bg');
    expect(isLanguageChosen()).toBe(true);
    await choosing;
  });

  test('is the last one chosen, even if the texts of an earlier one load later', async () => {
    await chooseLanguage('en');
    // Its Bulgarian texts are not loaded yet.
    await loadArea('offline');
    const received = vi.fn<() => void>();
    const stop = onLanguageChange(received);
    await Promise.all([chooseLanguage('bg'), chooseLanguage('en')]);
    stop();
    expect(currentLanguage().code).toBe('en');
    expect(localStorage.getItem('preferred-language')).toBe('en');
    expect(document.documentElement.lang).toBe('en');
    expect(received).not.toHaveBeenCalled();
  });

  test('has the texts of every area loaded before it was chosen', async () => {
    await chooseLanguage('en');
    expect(currentLanguage().t('profile.title')).toBe('profile.title');
    expect(loadedKey('profile.title', 'shell.deals')).toBe('shell.deals');
    await loadArea('profiles');
    expect(currentLanguage().t('profile.title')).toBe('Profile');
    expect(loadedKey('profile.title', 'shell.deals')).toBe('profile.title');
    await chooseLanguage('bg');
    expect(currentLanguage().t('profile.title')).toBe('Моят профил');
    // A page opened during a language change appears in the new language.
    await Promise.all([chooseLanguage('en'), loadArea('deals.page')]);
    expect(currentLanguage().t('deal.tags')).toBe('Tags');
  });

  test('is kept, with a warning, if an unsupported one is requested', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const before = currentLanguage();
    await chooseLanguage('xx');
    expect(warn).toHaveBeenCalledOnce();
    warn.mockClear();
    expect(currentLanguage()).toBe(before);
  });
});
