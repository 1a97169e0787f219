// First: it replaces what the application asks over.
import { network } from '#app/testing/network.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PersonalSettings } from '@izgodno/contract/profiles/calls';
import { showSecondaryAmount } from '#core/format/secondary-amount.ts';
import { chooseLanguage, currentLanguage } from '#core/language/language.ts';
import { chooseTheme, themeChoiceStore, themeStore } from '#core/theme/theme.ts';
import { followSettings, eraseAgreement } from './settings-sync.tsx';

/** What the account has. */
let account: PersonalSettings;
/** Where false, changes do not reach the server, as when the page is left before they are sent. */
let isReachable: boolean;
let sent: unknown[];
/** How many changes did not reach it. */
let lost: number;
/** How long the next changes are on their way. */
let delays: Promise<void>[];
/** Lets the reads through that wait; null where none has to wait. */
let held: (() => void)[] | null;
const stops: (() => void)[] = [];

beforeEach(async () => {
  await chooseLanguage('en');
  chooseTheme('light');
  showSecondaryAmount(true);
  account = {
    language: 'en',
    theme: 'light',
    showLev: true,
    showLocation: true,
    showSoldCount: true,
  };
  isReachable = true;
  sent = [];
  lost = 0;
  delays = [];
  held = null;
  network.asked.length = 0;
  network.response = async ({ method }) => {
    if (method === 'PATCH') {
      const changes: unknown = JSON.parse(network.asked.at(-1)?.body ?? '');
      if (!isReachable) {
        lost += 1;
        throw new TypeError('Failed to fetch');
      }
      await delays.shift();
      sent.push(changes);
      account = { ...account, ...Object(changes) };
    }
    const settings = account;
    if (method === 'GET' && held !== null) await new Promise<void>((go) => held?.push(go));
    return Response.json({ success: true, settings });
  };
});

/** Closes the page without signing out. */
const leavePage = (): void => {
  for (const stop of stops.splice(0)) stop();
};

afterEach(() => {
  leavePage();
  eraseAgreement();
});

const reads = (): number => network.asked.filter(({ method }) => method === 'GET').length;

/** Opens a page of a user, which has read what the account has. */
const openPage = async (userId = 'mila'): Promise<void> => {
  const before = reads();
  stops.push(followSettings(userId));
  await expect.poll(reads).toBeGreaterThan(before);
  // The response is processed within a macrotask.
  await new Promise((resolve) => setTimeout(resolve));
};

/** A choice that the server does not receive. */
const loseChoice = async (code: string): Promise<void> => {
  isReachable = false;
  await chooseLanguage(code);
  await expect.poll(() => lost).toBe(1);
  isReachable = true;
};

const expectLanguage = async (code: string): Promise<void> => {
  await expect.poll(() => currentLanguage().code).toBe(code);
};

test('a choice of another device is taken over', async () => {
  account = { ...account, language: 'bg', theme: 'dark', showLev: false };
  await openPage();
  await expectLanguage('bg');
  expect(themeStore.get()).toBe('dark');
  expect(sent).toEqual([]);
});

describe('a choice made here goes before that of the account', () => {
  test('where the page was left before the choice reached the server', async () => {
    await openPage();
    await loseChoice('bg');
    leavePage();

    await openPage();
    await expect.poll(() => account.language).toBe('bg');
    expect(currentLanguage().code).toBe('bg');
    expect(sent).toEqual([{ language: 'bg' }]);
  });

  test('where the page had not begun to read the settings of the account', async () => {
    await openPage();
    leavePage();

    await chooseLanguage('bg');
    chooseTheme('dark');
    await openPage();
    await expect.poll(() => account).toMatchObject({ language: 'bg', theme: 'dark' });
    expect(currentLanguage().code).toBe('bg');
  });

  test('while those are being read', async () => {
    held = [];
    await openPage();
    await chooseLanguage('bg');
    for (const go of held) go();
    await expect.poll(() => sent).toEqual([{ language: 'bg' }]);
    expect(currentLanguage().code).toBe('bg');
  });

  test('until both agree: then the account goes first again', async () => {
    await openPage();
    await chooseLanguage('bg');
    await expect.poll(() => account.language).toBe('bg');
    leavePage();

    account = { ...account, language: 'en' };
    await openPage();
    await expectLanguage('en');
    expect(sent).toEqual([{ language: 'bg' }]);
  });
});

test('back to the theme of the system: the account has no theme then, and each device decides', async () => {
  await openPage();
  chooseTheme('system');
  await expect.poll(() => sent).toEqual([{ theme: null }]);
  leavePage();
  chooseTheme('dark');
  eraseAgreement();
  await openPage();
  expect(themeChoiceStore.get()).toBe('dark');
});

test('choices in quick succession reach the account in their order', async () => {
  await openPage();
  const { promise, resolve: arrive } = Promise.withResolvers<void>();
  delays.push(promise);
  await chooseLanguage('bg');
  await chooseLanguage('en');
  // A change that did not wait for the first would overtake it here.
  await new Promise((resolve) => setTimeout(resolve));
  arrive();
  await expect.poll(() => sent).toHaveLength(2);
  expect(account.language).toBe('en');
});

test('a choice taken back while it is on its way is not what the next page shows', async () => {
  await openPage();
  const { promise, resolve: arrive } = Promise.withResolvers<void>();
  delays.push(promise);
  await chooseLanguage('bg');
  await chooseLanguage('en');
  leavePage();
  arrive();
  await expect.poll(() => account.language).toBe('bg');

  await openPage();
  await expect.poll(() => account.language).toBe('en');
  expect(currentLanguage().code).toBe('en');
});

test('what one user chose is not sent to the account of another', async () => {
  await openPage('mila');
  await loseChoice('bg');
  leavePage();

  await openPage('boris');
  await expectLanguage('en');
  expect(sent).toEqual([]);
});

test('a device without a chosen language leaves the account as it is', async () => {
  account = { ...account, language: null, theme: null };
  localStorage.removeItem('language-manually-selected');
  await openPage();
  leavePage();
  await openPage();
  expect(sent).toEqual([]);
});
