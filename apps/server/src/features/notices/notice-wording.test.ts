import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { languages, type LanguageCode } from '@izgodno/contract/common/language';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import {
  decidedKinds,
  noticeContentSchema,
  noticeKinds,
  type DealInNotice,
  type NoticeContent,
  type ReportedSubject,
} from '@izgodno/contract/notices/notice';
import { appealedKinds } from '@izgodno/contract/notices/report-outcome';
import { showMoney } from '#platform/locale-format.ts';
import { composeNoticeMail, noticeTitle, wordNotice } from './notice-wording.ts';

const euro = (amount: number) => ({ amount, currency: 'EUR' as const });
const deal = { id: '7', title: 'Toaster', price: euro(79_00) };
const assessment = { code: 'below_usual' as const, days: 90, amount: 5_00 };
const alert = (more: Partial<DealInNotice> = {}): NoticeContent => ({
  kind: 'price_alert',
  deal: { ...deal, ...more },
  below: euro(80_00),
});

test('a saved search leads to the newest deals first, as the bell does', () => {
  const content: NoticeContent = {
    kind: 'saved_search',
    savedSearch: { id: 's', name: 'Bicycles', query: 'q=bicycle' },
    count: 2,
    deals: [],
  };
  expect(wordNotice(content, 'en').path).toBe('/deals?q=bicycle&sort=newest');
});

test('a notice about a price says what that is worth, if enough is known', () => {
  expect(wordNotice(alert({ priceVerdict: assessment }), 'en').body).toBe(
    'Toaster: €79.00, below €80.00 · €5.00 below the usual price',
  );
  expect(wordNotice(alert({ priceVerdict: assessment }), 'bg').body).toMatch(
    / · С 5,00\s€ под обичайната цена$/,
  );
  expect(wordNotice(alert(), 'en').body).toBe('Toaster: €79.00, below €80.00');
});

const textsSchema = z.record(z.string(), z.string());

/** The texts of the page. */
const readTexts = (language: LanguageCode): Readonly<Record<string, string>> =>
  Object.assign(
    {},
    ...['notices', 'deals'].map((area) => {
      const file = `../../../../web/src/core/language/texts/${language}/${area}.json`;
      return textsSchema.parse(JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')));
    }),
  );

const user = { id: '0198c5a4-0000-7000-8000-000000000002', name: 'Мария' };
const page = { title: 'Toaster', url: 'https://shop.example/1', price: euro(79_00) };
const { title } = deal;

/** A notice, the text that the page has for it, and its values; those with `.` are texts too. */
type Example = readonly [
  content: NoticeContent,
  text: string,
  values: (language: LanguageCode) => Readonly<Record<string, string>>,
];

const because = (content: NoticeContent, about: string, reason: string): Example => [
  content,
  'notice.because',
  () => ({ title: about, reason }),
];

const examples: readonly Example[] = [
  [
    { kind: 'price_drop', deal, oldPrice: euro(90_00) },
    'notice.prices',
    (language) => ({
      title,
      before: showMoney(euro(90_00), language),
      now: showMoney(deal.price, language),
    }),
  ],
  [{ kind: 'back_in_stock', deal }, '{title}', () => ({ title })],
  ...(['sold', 'expired', 'deleted'] as const).map((why) =>
    because({ kind: 'no_longer_available', deal, why }, title, `deal.status.${why}`),
  ),
  ...(['date', 'members', 'moderator'] as const).map((why) =>
    because({ kind: 'own_deal_expired', deal, why }, title, `notice.expired.${why}`),
  ),
  [
    { kind: 'own_deal_expired', deal, why: 'moderator', reason: 'Spam' },
    '{title}: {why} (Spam)',
    () => ({ title, why: 'notice.expired.moderator' }),
  ],
  because({ kind: 'own_deal_removed', deal, reason: 'Spam' }, title, 'Spam'),
  because({ kind: 'own_post_reinstated', deal, reason: 'A mistake' }, title, 'A mistake'),
  [
    { kind: 'channel_invitation', channel: { id: user.id, name: 'Общ' }, inviter: user },
    'notice.invitedBy',
    () => ({ name: user.name, channel: 'Общ' }),
  ],
  because({ kind: 'sale_to_rate', deal, seller: user }, user.name, title),
  [
    alert(),
    'notice.priceBelow',
    (language) => ({
      title,
      price: showMoney(deal.price, language),
      below: showMoney(euro(80_00), language),
    }),
  ],
  [
    { kind: 'price_alert', deal, below: euro(85_00), total: euro(84_99) },
    'notice.totalBelow',
    (language) => ({
      title,
      price: showMoney(euro(84_99), language),
      below: showMoney(euro(85_00), language),
    }),
  ],
  [
    { kind: 'watched_page', page, what: { change: 'price_drop', oldPrice: euro(90_00) } },
    'notice.prices',
    (language) => ({
      title,
      before: showMoney(euro(90_00), language),
      now: showMoney(page.price, language),
    }),
  ],
  ...(['sold_out', 'back_in_stock', 'other_product', 'unavailable'] as const).map((change) =>
    because({ kind: 'watched_page', page, what: { change } }, title, `notice.page.${change}`),
  ),
  ...decidedKinds.map((decided) =>
    because(
      { kind: 'moderation_decision', decided, reason: 'Spam' },
      `notice.decided.${decided}`,
      'Spam',
    ),
  ),
  ...(['report_upheld', 'report_dismissed', 'report_obsolete'] as const).flatMap((decided) =>
    (['deal', 'message', 'comment', 'member', 'rating'] as const).flatMap((kind): Example[] => {
      const isAccount = decided === 'report_obsolete' && kind === 'member';
      const reason = `notice.outcome.${isAccount ? 'report_account_deleted' : decided}`;
      const notice = { kind: 'moderation_decision', decided, reason: '' } as const;
      return [
        because({ ...notice, subject: { kind } }, `notice.report.unnamed.${kind}`, reason),
        [
          { ...notice, subject: { kind, id: '7', name: user.name } },
          'notice.because',
          (language) => ({
            title: (readTexts(language)[`notice.report.${kind}`] ?? '').replace(
              '{name}',
              user.name,
            ),
            reason,
          }),
        ],
      ];
    }),
  ),
  ...(['appeal_upheld', 'appeal_reversed'] as const).flatMap((decided) => {
    const notice = { kind: 'moderation_decision', decided, reason: 'Spam' } as const;
    const example = (subject: ReportedSubject, text: string): Example => [
      { ...notice, subject },
      'notice.because',
      (language) => {
        const texts = readTexts(language);
        const named = (texts[text] ?? '').replace('{name}', title);
        return {
          title: (texts[`notice.appealed.${decided}`] ?? '').replace('{subject}', named),
          reason: 'Spam',
        };
      },
    ];
    return appealedKinds
      .map((kind) => example({ kind }, `notice.appealed.unnamed.${kind}`))
      .concat([example({ kind: 'deal', id: '7', name: title }, 'notice.appealed.deal')]);
  }),
];

describe.for(languages)('a mail and a push say in %s what the page says:', (language) => {
  const texts = readTexts(language);

  test.for(noticeKinds)('the title of %s', (kind) => {
    expect(noticeTitle(kind, language)).toBe(texts[`notice.${kind}`]);
  });

  test.for(examples)('%j', ([content, text, valuesIn]) => {
    const values = valuesIn(language);
    const said = (texts[text] ?? text).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name] ?? '';
      return texts[value] ?? value;
    });
    expect(wordNotice(content, language).body).toBe(said);
  });
});

test('an obsolete report may be of an account that an administrator deleted, which is a decision', () => {
  const notice = { kind: 'moderation_decision', decided: 'report_obsolete', reason: '' } as const;
  for (const content of [notice, { ...notice, subject: { kind: 'member' } as const }])
    for (const language of languages)
      expect(wordNotice(content, language).body).not.toMatch(/before|преди/);
});

const commented = (kind: 'deal_comment' | 'comment_reply', others = 0): NoticeContent => {
  const comments = { deal, latest: user, others, from: 1, to: 9 };
  return kind === 'deal_comment' ? { kind, ...comments } : { kind, threadId: user.id, ...comments };
};

test.for([
  ...examples.map(([content]) => content),
  commented('deal_comment'),
  commented('comment_reply'),
])('no text of a member or shop becomes a link: %j', (content) => {
  const written = JSON.stringify(content).replaceAll(
    /"(title|name|reason)":"[^"]*"/g,
    '"$1":"http://evil.example/login"',
  );
  const hostile = expectShape(noticeContentSchema, JSON.parse(written));
  const mail = composeNoticeMail({
    to: { name: 'Vera', email: 'vera@izgodno.example' },
    language: 'en',
    contents: [hostile],
    siteName: 'Izgodno',
    baseUrl: 'https://izgodno.example',
    unsubscribeToken: 'token',
  });
  for (const text of [wordNotice(hostile, 'en').body, mail.subject, mail.text, mail.html])
    expect(text).not.toMatch(/evil\.example|:\/\/evil/);
});

test('no kind of notice is left out here', () => {
  const kinds = new Set(examples.map(([{ kind }]) => kind));
  expect(noticeKinds.filter((kind) => !kinds.has(kind))).toEqual([
    'saved_search',
    'deal_comment',
    'comment_reply',
  ]);
});

const found = (count: number): NoticeContent => ({
  kind: 'saved_search',
  savedSearch: { id: 's', name: 'Колела', query: 'q=kolelo' },
  count,
  deals: [],
});

test('new matches of a search are counted in words', () => {
  expect(wordNotice(found(1), 'bg').body).toBe('Колела: 1 нова оферта');
  expect(wordNotice(found(2), 'bg').body).toBe('Колела: 2 нови оферти');
  expect(wordNotice(found(1), 'en').body).toBe('Колела: 1 new deal');
  expect(wordNotice(found(2), 'en').body).toBe('Колела: 2 new deals');
});

test('a mention in a comment says so, as in the page', () => {
  const mentions = [0, 2].map((others) =>
    Object.assign(commented('deal_comment', others), { isMention: true }),
  );
  const worded = (language: LanguageCode) =>
    mentions.map((content) => wordNotice(expectShape(noticeContentSchema, content), language));
  expect(worded('en').map(({ title, body }) => [title, body])).toEqual([
    ['You were mentioned in a comment', 'Мария mentioned you in a comment on “Toaster”'],
    [
      'You were mentioned in a comment',
      'Мария and 2 others mentioned you in a comment on “Toaster”',
    ],
  ]);
  expect(worded('bg').map(({ title, body }) => [title, body])).toEqual([
    ['Споменаха Ви в коментар', 'Мария Ви спомена в коментар за „Toaster“'],
    ['Споменаха Ви в коментар', 'Мария и още 2 души Ви споменаха в коментар за „Toaster“'],
  ]);
});

/** What one, two and three users who commented are called. */
const bodiesOf = (kind: 'deal_comment' | 'comment_reply', language: LanguageCode) =>
  [0, 1, 2].map((others) => wordNotice(commented(kind, others), language).body);

test('who commented is counted in words, as in the page', () => {
  expect(bodiesOf('deal_comment', 'bg')).toEqual([
    'Мария коментира „Toaster“',
    'Мария и още един човек коментираха „Toaster“',
    'Мария и още 2 души коментираха „Toaster“',
  ]);
  expect(bodiesOf('deal_comment', 'en')).toEqual([
    'Мария commented on “Toaster”',
    'Мария and 1 other commented on “Toaster”',
    'Мария and 2 others commented on “Toaster”',
  ]);
  expect(bodiesOf('comment_reply', 'bg')).toEqual([
    'Мария отговори на коментара Ви за „Toaster“',
    'Мария и още един човек отговориха на коментара Ви за „Toaster“',
    'Мария и още 2 души отговориха на коментара Ви за „Toaster“',
  ]);
  expect(bodiesOf('comment_reply', 'en')).toEqual([
    'Мария replied to your comment on “Toaster”',
    'Мария and 1 other replied to your comment on “Toaster”',
    'Мария and 2 others replied to your comment on “Toaster”',
  ]);
});
