export interface OtherMeaning {
  readonly reason: string;
  readonly names: readonly string[];
  /** The beginnings of the paths of files that use the names so; without it, all files may. */
  readonly in?: readonly string[];
}

/** Names in the contract, in the database and in other software. */
const fixedNames: readonly OtherMeaning[] = [
  {
    reason: 'an error code of the API, and the end of a text key',
    names: [
      'error.fileRefused',
      'error.fileTypeRefused',
      'error.passkeyRefused',
      'error.personUnavailable',
      'file_refused',
      'file_type_refused',
      'passkey_refused',
      'person_unavailable',
      'sources.error.SOURCE_REFUSES',
    ],
  },
  {
    reason: 'a kind or reason of the API, and the end of a text key',
    names: [
      'notice.own_deal_expired',
      'notice.own_deal_removed',
      'notices.kind.own_deal_expired',
      'notices.kind.own_deal_removed',
      'own_deal_expired',
      'own_deal_removed',
      'sources.reason.place_invalid',
    ],
  },
  { reason: 'a field of deals and notices in the API', names: ['priceVerdict'] },
  { reason: 'a table or column', names: ['expired_marks', 'forget_after', 'forget_at'] },
  { reason: 'a table or column', names: ['person_blocks', 'search_words'] },
  {
    reason: 'the IP of a session: a field of the API, and a column',
    names: ['address'],
    in: [
      'packages/contract/src/accounts/session.ts',
      'apps/server/src/schema/accounts.ts',
      'apps/server/src/features/accounts/session-repository.ts',
      'apps/server/src/features/accounts/sessions.ts',
      'apps/web/src/features/accounts/administration/user-details.tsx',
      'apps/web/src/features/accounts/settings/account-settings.tsx',
    ],
  },
  {
    reason: 'the field of the log with the IP of a request',
    names: ['address'],
    in: [
      'apps/server/src/features/accounts/accounts.ts',
      'apps/server/src/features/accounts/email-change.ts',
      'apps/server/src/features/accounts/first-administrator.ts',
      'apps/server/src/features/accounts/recovery.ts',
      'apps/server/src/features/accounts/second-factor/sign-in-steps.ts',
      'apps/server/src/features/accounts/sessions.ts',
      'apps/server/src/features/accounts/sign-in.ts',
      'apps/server/src/platform/http/request-log.ts',
    ],
  },
  {
    reason: 'an email: a field of the API, and of the library that sends mails',
    names: ['address'],
    in: [
      'packages/contract/src/accounts/email-calls.ts',
      'apps/server/src/features/accounts/email-change.ts',
      'apps/server/src/features/site/contact/register-contact.ts',
      'apps/server/src/platform/mail/',
    ],
  },
  {
    reason: 'a postal address, as schema.org names it',
    names: ['address', 'addressCountry'],
    in: [
      'apps/server/src/features/site/html/structured-data.ts',
      'apps/server/src/features/sources/product-page/describe-property.ts',
    ],
  },
  {
    reason: "a field or setting of Node's, Fastify's or PostgreSQL's",
    names: ['address', 'remoteAddress', 'listen_addresses'],
    in: [
      'apps/server/src/features/system/metrics.test.ts',
      'apps/server/src/features/visitors/geo.test.ts',
      'apps/server/src/platform/embedded-postgres/embedded-postgres.ts',
      'apps/server/src/platform/http/ip-guard.ts',
    ],
  },
  {
    reason: "the answer to a user's appeal: a field of the API, and a column",
    names: ['answer'],
    in: [
      'packages/contract/src/accounts/account-export.ts',
      'packages/contract/src/moderation/appeal-calls.ts',
      'apps/server/src/schema/moderation.ts',
      'apps/server/src/features/moderation/appeals.ts',
    ],
  },
  {
    reason: 'a field of the API for the deals that a caller no longer finds',
    names: ['gone'],
    in: [
      'packages/contract/src/deals/change-calls.ts',
      'apps/server/src/features/deals/register-deals.ts',
      'apps/web/src/features/deals/card/deal-watch.tsx',
    ],
  },
  {
    reason: 'a field of the API and of messages among nodes, and a column',
    names: ['people'],
    in: [
      'packages/contract/src/',
      'apps/server/src/schema/chat.ts',
      'apps/server/src/features/accounts/administration/read-users.ts',
      'apps/server/src/features/blocks/blocks.test.ts',
      'apps/server/src/features/chat/channels/channel-rows.ts',
      'apps/server/src/features/chat/drafts/drafts.ts',
      'apps/server/src/features/chat/members/users.ts',
      'apps/server/src/features/realtime/',
      'apps/web/src/features/chat/',
    ],
  },
  {
    reason: 'a field of the API',
    names: ['person'],
    in: [
      'packages/contract/src/accounts/administration-calls.ts',
      'apps/server/src/features/accounts/administration/read-users.ts',
    ],
  },
  { reason: 'the command `npm run people`', names: ['people'], in: ['scripts/interrupt.ts'] },
  { reason: 'a setting of the product', names: ['BACKUP_KEEP'] },
  { reason: 'the operations of a path, as OpenAPI names them', names: ['operations'] },
  {
    reason: "the field of a package's manifest",
    names: ['author', 'readAuthor'],
    in: ['scripts/third-party-notices.ts'],
  },
];

/** Names of what browsers and processes store, or exchange with other releases. */
const storedNames: readonly OtherMeaning[] = [
  {
    reason: 'a field of the data in a page, which a service worker of another release reads',
    names: ['answer'],
    in: ['packages/contract/src/site/preloaded-response.ts'],
  },
  {
    reason: 'a field of the uploads that a browser stores',
    names: ['answer'],
    in: [
      'apps/web/src/core/uploads/engine/ports.ts',
      'apps/web/src/core/uploads/engine/upload-storage.ts',
    ],
  },
  {
    reason: 'a field of the drafts of posts that a browser stores',
    names: ['place'],
    in: [
      'apps/web/src/features/posts/components/location-field.tsx',
      'apps/web/src/features/posts/model/draft.ts',
    ],
  },
  {
    reason: 'a field of messages among tabs, which may be of different releases',
    names: ['heard'],
    in: ['apps/web/src/core/realtime/shared-realtime.ts'],
  },
  { reason: 'a field of messages of the service worker to pages', names: ['keptAt'] },
  {
    reason: 'a field of the header of a stored snapshot',
    names: ['placeBytes'],
    in: ['apps/server/src/features/search/engine/snapshot/format.ts'],
  },
];

/** Words with a second meaning in the terms of another field. */
const otherTerms: readonly OtherMeaning[] = [
  {
    reason: 'an entry of an inverted index is a posting',
    names: [
      'posting',
      'postings',
      'Posting',
      'Postings',
      'PostingCursor',
      'PostingReader',
      'PostingWriter',
      'countPostings',
      'mergePostings',
      'ofPosting',
      'postingsOf',
      'readPostings',
    ],
  },
  {
    reason: 'networks of IPs, not the pseudonyms of visitors',
    names: ['networks'],
    in: [
      'apps/server/src/features/accounts/sign-in-guard.ts',
      'apps/server/src/features/moderation/expired-votes.ts',
      'apps/server/src/features/realtime/socket-slots.ts',
      'apps/server/src/platform/',
    ],
  },
  {
    reason: 'what a test injects into a replayed service is a fault',
    names: ['fault'],
    in: ['apps/server/src/features/sources/'],
  },
];

/** Names with a word that the glossary replaces, which mean another thing or cannot be changed. */
export const otherMeanings: readonly OtherMeaning[] = [
  ...fixedNames,
  ...storedNames,
  ...otherTerms,
];
