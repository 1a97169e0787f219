import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import type { Session } from '@izgodno/contract/accounts/session';
import { languages } from '@izgodno/contract/common/language';
import { legalPages } from '@izgodno/contract/site/calls';
import { loadLegalPages, renderLegal } from './legal-pages.ts';

test('every page has a draft in both languages, readable without scripts', async () => {
  const pages = await loadLegalPages(undefined);
  for (const language of languages) {
    const html = legalPages.map((page) => pages.htmlAt(`/${page}`, language));
    expect(html.filter((text) => !/^<h1>[^<]+<\/h1>/.test(text))).toEqual([]);
    expect(pages.htmlAt('/about', language)).toBe('');
  }
});

test('the help is readable without scripts, with its anchors and steps', async () => {
  const pages = await loadLegalPages(undefined);
  for (const language of languages) {
    const html = pages.htmlAt('/help', language);
    expect(html).toContain('<a id="searching"></a>');
    expect(html).toContain('<ol><li>');
    expect(html).not.toMatch(/&#60;|\*\*|\]\(/);
  }
});

test("the operator's files replace drafts, one by one", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'izgodno-legal-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, 'imprint.en.md'), '# Imprint\n\nShop Ltd, Sofia');
  const pages = await loadLegalPages(folder);
  expect(pages.markdown('imprint', 'en')).toContain('Shop Ltd');
  expect(pages.markdown('terms', 'en')).toContain('draft');
});

/** The words of the privacy page for what is stored of an account and its sessions. */
const wordsOfPrivacy: Readonly<
  Record<keyof AccountParts | keyof Omit<Session, 'current'>, readonly [en: string, bg: string]>
> = {
  profile: ['profile', 'профил'],
  settings: ['language', 'език'],
  browserLanguage: ['language', 'език'],
  noticePreferences: ['chosen to get by email', 'избрали да получавате по имейл'],
  laterNoticePreferences: ['chosen to get by email', 'избрали да получавате по имейл'],
  notices: ['Notifications', 'Известията'],
  pushSubscriptions: ['which browsers get it', 'кои браузъри го получават'],
  signIn: ['Passkeys', 'Ключове за достъп'],
  knownBrowsers: ['When you last signed in', 'Кога за последно сте влезли'],
  apiKeys: ['API keys', 'API ключове'],
  posts: ['deals', 'обяви'],
  favorites: ['favorites', 'любими'],
  likes: ['likes', 'харесвания'],
  votes: ['votes', 'гласове'],
  expiredVotes: ['votes', 'гласове'],
  priceAlerts: ['price alerts', 'известия за цена'],
  watchedPages: ['watched pages', 'следени страници'],
  ratings: ['ratings', 'оценки'],
  ratingReplies: ['ratings', 'оценки'],
  sales: ['sales', 'продажби'],
  reports: ['reports', 'сигнали'],
  decisions: ['audit trail', 'дневник'],
  appeals: ['appeals', 'възражения'],
  savedSearches: ['saved searches', 'запазени търсения'],
  webhooks: ['Webhooks', 'Уебхукове'],
  newsletter: ['newsletter', 'бюлетина'],
  contactMessages: ['Messages to the contact page', 'Съобщенията от страницата за контакт'],
  uploads: ['files', 'файлове'],
  blocks: ['people you block', 'блокирани хора'],
  invitations: ['invitations', 'покани'],
  savedMessages: ['messages', 'съобщения'],
  reactions: ['messages', 'съобщения'],
  followedThreads: ['messages', 'съобщения'],
  channels: ['channels', 'канали'],
  channelHooks: ['channels', 'канали'],
  chatStatus: ['profile', 'профил'],
  messageDrafts: ['drafts', 'чернови'],
  messages: ['messages', 'съобщения'],
  id: ['Sessions', 'Сесии'],
  device: ['device', 'устройство'],
  address: ['IP address and time', 'IP адрес и време'],
  country: ['country', 'Държавата'],
  createdAt: ['time', 'време'],
  lastUsedAt: ['time', 'време'],
};

test('the draft about privacy names what is stored of an account', async () => {
  const pages = await loadLegalPages(undefined);
  const texts = { en: pages.markdown('privacy', 'en'), bg: pages.markdown('privacy', 'bg') };
  const missing = Object.values(wordsOfPrivacy).filter(
    ([en, bg]) => !texts.en.includes(en) || !texts.bg.includes(bg),
  );
  expect(missing).toEqual([]);
});

test('renders headings, lists, labels and links, and no other HTML', () => {
  expect(
    renderLegal('# A <b>\n\n- **one**\n- [two](/contact)\n\n[x](javascript:alert(1)) and `k`'),
  ).toBe(
    '<h1>A &#60;b&#62;</h1>\n<ul><li><strong>one</strong></li><li><a href="/contact">two</a></li></ul>\n<p>[x](javascript:alert(1)) and <code>k</code></p>',
  );
});
