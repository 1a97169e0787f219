import { describe, expect, test } from 'vitest';
import { MAIL_LINK_LIFETIME_MS } from '@izgodno/contract/accounts/mail-calls';
import { languages } from '@izgodno/contract/common/language';
import { noticeKinds, type NoticeContent, type NoticeKind } from '@izgodno/contract/notices/notice';
import { composeNoticeMail } from '#features/notices/notice-wording.ts';
import { composeLinkMail } from '#features/accounts/link-mails.ts';
import type { MailLinkPurpose } from '#features/accounts/mail-links.ts';

/** What a stranger would like to say under the name of the site. */
const BAIT = 'Спечелихте! https://evil.example';
const site = { siteName: 'Изгодно', baseUrl: 'https://izgodno.example' };

const price = { amount: 1_00, currency: 'EUR' } as const;
const deal = { id: '1', title: BAIT, price };
const comments = {
  deal,
  latest: { id: '0198c5a4-0000-7000-8000-000000000002', name: BAIT },
  others: 0,
  from: 1,
  to: 1,
};
const contents: { readonly [Kind in NoticeKind]: NoticeContent & { readonly kind: Kind } } = {
  price_drop: { kind: 'price_drop', deal, oldPrice: price },
  back_in_stock: { kind: 'back_in_stock', deal },
  no_longer_available: { kind: 'no_longer_available', deal, why: 'sold' },
  saved_search: {
    kind: 'saved_search',
    savedSearch: { id: '1', name: BAIT, query: 'q=x' },
    count: 1,
    deals: [deal],
  },
  own_deal_expired: { kind: 'own_deal_expired', deal, why: 'members' },
  own_deal_removed: { kind: 'own_deal_removed', deal, reason: BAIT },
  own_post_reinstated: { kind: 'own_post_reinstated', deal, reason: BAIT },
  channel_invitation: {
    kind: 'channel_invitation',
    channel: { id: '0198c5a4-0000-7000-8000-000000000001', name: BAIT },
    inviter: { id: '0198c5a4-0000-7000-8000-000000000002', name: BAIT },
  },
  price_alert: { kind: 'price_alert', deal, below: price },
  watched_page: {
    kind: 'watched_page',
    page: { title: BAIT, url: 'https://shop.example/1', price },
    what: { change: 'sold_out' },
  },
  moderation_decision: {
    kind: 'moderation_decision',
    decided: 'message_removed',
    reason: BAIT,
  },
  sale_to_rate: {
    kind: 'sale_to_rate',
    deal,
    seller: { id: '0198c5a4-0000-7000-8000-000000000002', name: BAIT },
  },
  deal_comment: { kind: 'deal_comment', ...comments },
  comment_reply: {
    kind: 'comment_reply',
    threadId: '0198c5a4-0000-7000-8000-000000000003',
    ...comments,
  },
};

const isPurpose = (name: string): name is MailLinkPurpose => name in MAIL_LINK_LIFETIME_MS;
const purposes = Object.keys(MAIL_LINK_LIFETIME_MS).filter(isPurpose);

describe.for(languages)(
  'the subject of a mail in %s has nothing that people write:',
  (language) => {
    test.for([...noticeKinds.map((kind) => [kind]), noticeKinds])('of %o', (kinds) => {
      const mail = composeNoticeMail({
        ...site,
        to: { name: BAIT, email: 'ana@example.com' },
        language,
        contents: kinds.map((kind) => contents[kind]),
        unsubscribeToken: 'token',
      });
      expect(mail.text).toContain(BAIT);
      expect(mail.subject).not.toContain('evil');
    });

    test.for(purposes)('of %s', (purpose) => {
      const to = { name: BAIT, email: 'ana@example.com' };
      const mail = composeLinkMail({ ...site, to, language, purpose, token: 'token' });
      expect(mail.text).toContain(BAIT);
      expect(mail.subject).not.toContain('evil');
    });
  },
);
