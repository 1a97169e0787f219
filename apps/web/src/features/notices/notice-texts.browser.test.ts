import { beforeAll, describe, expect, test } from 'vitest';
import type { DealInNotice, NoticeContent } from '@izgodno/contract/notices/notice';
import { appealedKinds } from '@izgodno/contract/notices/report-outcome';
import { chooseLanguage, currentLanguage, loadArea } from '#core/language/language.ts';
import { wordNotice } from './notice-texts.ts';

const deal = {
  id: '7',
  title: 'Колело',
  price: { amount: 9_000, currency: 'EUR' as const },
  imageUrl: '/wheel.avif',
};

const all: readonly NoticeContent[] = [
  { kind: 'price_drop', deal, oldPrice: { amount: 12_050, currency: 'EUR' } },
  { kind: 'back_in_stock', deal },
  { kind: 'no_longer_available', deal, why: 'sold' },
  {
    kind: 'saved_search',
    savedSearch: { id: 's', name: 'Колела', query: 'q=kolelo' },
    count: 2,
    deals: [],
  },
  { kind: 'own_deal_expired', deal, why: 'members' },
  { kind: 'own_deal_removed', deal, reason: 'Spam' },
  { kind: 'own_post_reinstated', deal, reason: 'A mistake' },
  { kind: 'moderation_decision', decided: 'message_removed', reason: 'Spam' },
  { kind: 'price_alert', deal, below: { amount: 9_500, currency: 'EUR' } },
  {
    kind: 'price_alert',
    deal,
    below: { amount: 9_500, currency: 'EUR' },
    total: { amount: 9_450, currency: 'EUR' },
  },
];

/** What moderators decided, in words and with links of their own. */
const decided: readonly NoticeContent[] = [
  { kind: 'own_deal_expired', deal, why: 'moderator', reason: 'Sold in a shop' },
  { kind: 'moderation_decision', decided: 'report_upheld', reason: '' },
  { kind: 'moderation_decision', decided: 'report_dismissed', reason: '' },
];

/** What became of reports, each of something else, and of what is erased. */
const reports = (['report_upheld', 'report_dismissed', 'report_obsolete'] as const).flatMap(
  (outcome) =>
    (['deal', 'message', 'comment', 'member', 'rating'] as const).flatMap(
      (kind): NoticeContent[] => {
        const notice = { kind: 'moderation_decision', decided: outcome, reason: '' } as const;
        return [
          { ...notice, subject: { kind, id: '1', name: 'Ана' } },
          { ...notice, subject: { kind } },
        ];
      },
    ),
);

/** Answers to appeals, each about something else, and about what is erased. */
const appeals = (['appeal_upheld', 'appeal_reversed'] as const).flatMap((outcome) =>
  [{ kind: 'deal', name: 'Колело' } as const, ...appealedKinds.map((kind) => ({ kind }))].map(
    (subject): NoticeContent => ({
      kind: 'moderation_decision',
      decided: outcome,
      reason: 'Good',
      subject,
    }),
  ),
);

/** Notices of comments on one deal, by one to three users. */
const commented = (['deal_comment', 'comment_reply'] as const).flatMap((kind) =>
  [0, 1, 2].map((others): NoticeContent => {
    const latest = { id: 'm', name: 'Мария' };
    return { kind, threadId: 't', deal, latest, others, from: 1, to: 9 };
  }),
);
const mentions = commented
  .slice(0, 3)
  .map((content): NoticeContent => Object.assign({ isMention: true }, content));

const page = {
  title: 'Шатра',
  url: 'https://shop.example/tent',
  price: { amount: 9_000, currency: 'EUR' as const },
  imageUrl: '/tent.avif',
};
const ana = { id: 'a', name: 'Ана' };
const euro = (amount: number) => ({ amount, currency: 'EUR' as const });
const rated = (priceVerdict: DealInNotice['priceVerdict']): DealInNotice => ({
  ...deal,
  ...(priceVerdict && { priceVerdict }),
});

/** Notices about pages, channels and sales, and about prices of which more is known. */
const others: readonly NoticeContent[] = [
  { kind: 'watched_page', page, what: { change: 'price_drop', oldPrice: euro(12_050) } },
  { kind: 'watched_page', page, what: { change: 'sold_out' } },
  { kind: 'channel_invitation', channel: { id: 'c', name: 'Ски' }, inviter: ana },
  { kind: 'sale_to_rate', deal, seller: ana },
  {
    kind: 'price_drop',
    deal: rated({ code: 'below_usual', days: 30, amount: 500 }),
    oldPrice: euro(12_050),
  },
  { kind: 'price_alert', deal: rated({ code: 'lowest', days: 1 }), below: euro(9_500) },
  {
    kind: 'price_alert',
    deal: rated({ code: 'not_enough_history', days: 3 }),
    below: euro(9_500),
  },
];

const notice = { id: 'n', read: false, createdAt: '2026-11-01T10:00:00Z' };

const notified = (contents: readonly NoticeContent[] = all) =>
  contents.map((content) => {
    const { title, text, href } = wordNotice({ ...notice, content }, currentLanguage());
    return [title, text, href];
  });

const imageOf = (content: NoticeContent) =>
  wordNotice({ ...notice, content }, currentLanguage()).imageUrl;

beforeAll(async () => {
  await Promise.all([loadArea('deals'), loadArea('notices')]);
});

describe('each kind of notice has a text and a link', () => {
  test('in English', async () => {
    await chooseLanguage('en');
    expect(notified()).toEqual([
      ['The price has dropped', 'Колело: €120.50 → €90', '/deals/7'],
      ['Available again', 'Колело', '/deals/7'],
      ['No longer available', 'Колело: Sold', '/deals/7'],
      ['New deals for your search', 'Колела: 2 new deals', '/deals?q=kolelo&sort=newest'],
      ['Your deal has expired', 'Колело: members reported that it is over', '/deals/7'],
      ['Your deal was removed', 'Колело: Spam', '/settings#decisions'],
      ['Your deal is back', 'Колело: A mistake', '/deals/7'],
      ['A message from the moderators', 'Your message was removed: Spam', '/settings#decisions'],
      ['The price you asked for', 'Колело: €90, below €95', '/deals/7'],
      ['The price you asked for', 'Колело: €94.50 with delivery, below €95', '/deals/7'],
    ]);
  });

  test('in Bulgarian', async () => {
    await chooseLanguage('bg');
    expect(notified().map(([title]) => title)).toEqual([
      'Цената падна',
      'Отново в наличност',
      'Вече не се предлага',
      'Нови оферти по Вашето търсене',
      'Обявата Ви изтече',
      'Обявата Ви беше премахната',
      'Обявата Ви отново е публикувана',
      'Съобщение от модераторите',
      'Цената, която чакахте',
      'Цената, която чакахте',
    ]);
    expect(notified().at(-1)?.[1]).toMatch(/^Колело: 94,50\s€ с доставка, под 95\s€$/);
  });

  test('of pages, channels and sales, and with what a price is worth', async () => {
    await chooseLanguage('en');
    expect(notified(others)).toEqual([
      ['A page that you watch', 'Шатра: €120.50 → €90', '/favorites/watched'],
      ['A page that you watch', 'Шатра: sold out', '/favorites/watched'],
      ['Invitation to a channel', 'Ана invites you to Ски', '/chat/c'],
      ['Rate your purchase', 'Ана: Колело', '/deals/7'],
      ['The price has dropped', 'Колело: €120.50 → €90 · €5 below the usual price', '/deals/7'],
      ['The price you asked for', 'Колело: €90, below €95 · Lowest price in 1 day', '/deals/7'],
      ['The price you asked for', 'Колело: €90, below €95', '/deals/7'],
    ]);
  });

  test('and, of a deal or a page, its image', () => {
    expect(others.map(imageOf)).toEqual([
      '/tent.avif',
      '/tent.avif',
      undefined,
      '/wheel.avif',
      '/wheel.avif',
      '/wheel.avif',
      '/wheel.avif',
    ]);
    const savedSearch = { id: 's', name: 'Колела', query: 'q=kolelo' };
    const found = imageOf({ kind: 'saved_search', savedSearch, count: 1, deals: [deal] });
    expect(found).toBe('/wheel.avif');
  });

  test('of decisions about an ended deal and about reports', async () => {
    await chooseLanguage('en');
    expect(notified(decided).map(([, ...rest]) => rest)).toEqual([
      ['Колело: a moderator ended it (Sold in a shop)', '/settings#decisions'],
      ['We acted on your report. Thank you!', '/help#report'],
      ['We looked into your report and found no reason to act', '/help#report'],
    ]);
    await chooseLanguage('bg');
    expect(notified(decided).map(([, text]) => text)).toEqual([
      'Колело: модератор я прекрати (Sold in a shop)',
      'Взехме мерки по Вашия сигнал. Благодарим!',
      'Разгледахме Вашия сигнал и не намерихме основание за намеса',
    ]);
  });

  test.for([
    ['en', 'Your report of the member Ана: we found no reason to act'],
    ['bg', 'Сигналът Ви за потребителя Ана: не намерихме основание за намеса'],
  ] as const)('of reports, each of which says what it was of: %s', async ([language, example]) => {
    await chooseLanguage(language);
    const texts = notified(reports).map(([, text]) => text);
    expect(new Set(texts).size).toBe(reports.length);
    expect(texts).toContain(example);
  });

  test.for([
    ['en', 'Your appeal about your deal “Колело” was granted: Good'],
    ['bg', 'Възражението Ви относно обявата „Колело“ беше уважено: Good'],
  ] as const)(
    'of answers to appeals, each of which says about what: %s',
    async ([code, example]) => {
      await chooseLanguage(code);
      const texts = notified(appeals).map(([, text]) => text);
      expect(new Set(texts).size).toBe(appeals.length);
      expect(texts).toContain(example);
    },
  );

  test('of comments, as mails and pushes have it', async () => {
    await chooseLanguage('en');
    expect(notified(commented)).toEqual([
      ['New comments on your deal', 'Мария commented on “Колело”', '/deals/7#comments'],
      ['New comments on your deal', 'Мария and 1 other commented on “Колело”', '/deals/7#comments'],
      [
        'New comments on your deal',
        'Мария and 2 others commented on “Колело”',
        '/deals/7#comments',
      ],
      ['Replies to your comment', 'Мария replied to your comment on “Колело”', '/deals/7#comments'],
      [
        'Replies to your comment',
        'Мария and 1 other replied to your comment on “Колело”',
        '/deals/7#comments',
      ],
      [
        'Replies to your comment',
        'Мария and 2 others replied to your comment on “Колело”',
        '/deals/7#comments',
      ],
    ]);
    await chooseLanguage('bg');
    expect(notified(commented).map(([, text]) => text)).toEqual([
      'Мария коментира „Колело“',
      'Мария и още един човек коментираха „Колело“',
      'Мария и още 2 души коментираха „Колело“',
      'Мария отговори на коментара Ви за „Колело“',
      'Мария и още един човек отговориха на коментара Ви за „Колело“',
      'Мария и още 2 души отговориха на коментара Ви за „Колело“',
    ]);
    expect(notified(mentions).map(([title, text]) => [title, text])).toEqual([
      ['Споменаха Ви в коментар', 'Мария Ви спомена в коментар за „Колело“'],
      ['Споменаха Ви в коментар', 'Мария и още един човек Ви споменаха в коментар за „Колело“'],
      ['Споменаха Ви в коментар', 'Мария и още 2 души Ви споменаха в коментар за „Колело“'],
    ]);
    await chooseLanguage('en');
    expect(notified(mentions)[1]?.slice(0, 2)).toEqual([
      'You were mentioned in a comment',
      'Мария and 1 other mentioned you in a comment on “Колело”',
    ]);
  });
});
