import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

const read = (file: string) => ({ file, text: readFileSync(path.join(root, file), 'utf8') });

/** The product's own code, without tests. */
const sources = globSync('{apps/*/src,packages/*/src}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
  .map(read);

interface Construct {
  readonly what: string;
  readonly pattern: RegExp;
  /** The files that may use it, with the reason. */
  readonly allowed: Readonly<Record<string, string>>;
}

const SERVER = 'apps/server/src/';
const WEB = 'apps/web/src/';

// Each of these needs a review. A file that may use one is listed with the reason.
const constructs: readonly Construct[] = [
  {
    what: 'text that is run as code',
    pattern: /\beval\(|new Function\(|node:vm/,
    allowed: {},
  },
  {
    what: 'text that becomes HTML',
    pattern:
      /(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML|srcdoc/i,
    allowed: {
      [`${WEB}first-view/views.tsx`]: 'on the server: its legal pages and help, which it escapes',
    },
  },
  {
    // The browser drops their focus to the body (decision 7): `PlainButton` keeps it.
    what: 'buttons that lose the focus when they wait',
    pattern: /<button\b(?:=>|[^<>])*?\sdisabled\b/,
    allowed: {},
  },
  {
    what: 'messages of other windows',
    pattern: /window\.addEventListener\('message'|\.onmessage\s*=/,
    allowed: {},
  },
  {
    what: 'programs that are started',
    pattern: /node:child_process/,
    allowed: {
      [`${SERVER}app/build-web.ts`]: 'npm, with fixed arguments',
      [`${SERVER}app/supervision/supervise-server.ts`]: 'the server itself, with fixed arguments',
      [`${SERVER}platform/embedded-postgres/account.ts`]: 'id, with fixed arguments',
      [`${SERVER}platform/embedded-postgres/postmaster.ts`]: 'PostgreSQL and ps, no shell',
    },
  },
  {
    what: "dates that are not of the reader's locale",
    pattern: /new Intl\.DateTimeFormat\(/,
    allowed: {
      [`${WEB}core/format/date-format.ts`]: 'the format of dates for readers',
      [`${SERVER}features/deals/prices/price-rules.ts`]: 'days as data',
      [`${SERVER}platform/locale-format.ts`]: 'times in mails',
      [`${SERVER}features/sources/records/sale-period.ts`]: 'the offset of a time zone',
      [`${SERVER}features/sources/schedule/run-source.ts`]: 'days as data',
    },
  },
  {
    what: 'SQL from text',
    pattern: /\bsql\.raw\(/,
    allowed: {
      [`${SERVER}features/deals/prices/register-claim-record.ts`]: 'of constants',
      [`${SERVER}features/search/engine/postgres/conditions.ts`]: 'constants of filter-columns.ts',
    },
  },
  {
    what: 'regular expressions that are put together',
    pattern: /new RegExp\(/,
    allowed: {
      'packages/contract/src/common/phone-numbers.ts': 'of constants and a number of digits',
      [`${WEB}features/chat/messages/markdown/parse.ts`]: 'of constants',
      [`${SERVER}features/chat/messages/message-text.ts`]: 'of constants',
      [`${SERVER}features/search/engine/analysis/query-syntax.ts`]: 'of constants',
      [`${SERVER}features/search/engine/analysis/years.ts`]: 'of constants',
      [`${SERVER}features/search/understanding/areas.ts`]: 'of constants',
      [`${SERVER}features/search/understanding/discounts.ts`]: 'of constants',
      [`${SERVER}features/search/understanding/measured-parts.ts`]: 'of constants',
      [`${SERVER}features/search/understanding/mileage.ts`]: 'of constants',
      [`${SERVER}features/search/understanding/number-words.ts`]: 'of constants',
      [`${SERVER}features/search/understanding/offers.ts`]: 'of constants',
      [`${SERVER}features/search/understanding/prices.ts`]: 'of constants',
      [`${SERVER}features/search/understanding/understand.ts`]: 'of constants',
      [`${SERVER}features/search/understanding/write-by-names.ts`]: 'of constants',
      [`${SERVER}features/sources/merchant-feed/title-size.ts`]: 'of constants',
      [`${SERVER}features/sources/travel-feed/title-price.ts`]: 'of constants',
    },
  },
  {
    what: 'random numbers that can be guessed',
    pattern: /Math\.random/,
    allowed: {
      [`${SERVER}features/realtime/presence.ts`]: 'spreads renewals over time',
      [`${SERVER}features/realtime/connection-checks.ts`]: 'spreads checks over time',
      [`${SERVER}features/sources/politeness/timing.ts`]: 'spreads requests over time',
      [`${WEB}features/chat/chat.ts`]: 'spreads retries over time',
      [`${WEB}core/realtime/browser/realtime.ts`]: 'spreads retries over time',
      [`${WEB}core/router/location.ts`]: 'tells entries of one tab apart, and is no secret',
      [`${WEB}core/router/cover-page.ts`]: 'tells entries of one tab apart, and is no secret',
    },
  },
  {
    what: 'hash functions other than SHA-256',
    pattern: /create(?:Hash|Hmac)\('(?!sha256')/,
    allowed: {
      [`${SERVER}features/sources/profitshare/signature.ts`]: 'HMAC-SHA-1, which that API demands',
      [`${SERVER}features/accounts/second-factor/totp.ts`]:
        'HMAC-SHA-1, which RFC 6238 and authenticator apps use',
      [`${SERVER}features/accounts/password-rules.ts`]:
        'SHA-1, which services of leaked passwords ask for',
      [`${SERVER}features/demo/load-demo-deals.ts`]: 'finds changes, protects nothing',
    },
  },
  {
    what: 'TLS that checks less, or HTTP that takes more',
    pattern:
      /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|insecureHTTPParser|checkServerIdentity/,
    allowed: {},
  },
  {
    // One of the pages would run without a policy, because assets are sent without (decision 395).
    what: 'threads and workers',
    pattern: /new (?:Shared)?Worker\(/,
    allowed: {
      [`${SERVER}features/search/engine/worker/builder-threads.ts`]: 'a thread of the server',
      [`${SERVER}features/search/engine/worker/search-thread.ts`]: 'a thread of the server',
      [`${SERVER}platform/object-store/sha256-thread.ts`]: 'a thread of the server',
    },
  },
  {
    // For a long run of combining marks it takes quadratic time.
    what: 'normalising without the function that bounds its work',
    pattern: /\.normalize\(|\['normalize'\]/,
    allowed: {
      'packages/contract/src/common/normalise.ts': 'that function',
      [`${SERVER}features/accounts/password-hasher.ts`]:
        'at most 128 characters, none of which may be left out of an existing hash',
      [`${SERVER}platform/backup/encryption.ts`]: "the operator's own passphrase, as above",
    },
  },
  {
    what: 'prototypes that are changed',
    pattern: /setPrototypeOf|\.__proto__|\['__proto__'\]/,
    allowed: {},
  },
];

test.each(constructs)('no $what outside the listed files', ({ pattern, allowed }) => {
  const found = sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
  expect(found.filter((file) => allowed[file] === undefined)).toEqual([]);
});

test.each(constructs)('each file listed for $what still has it', ({ pattern, allowed }) => {
  const found = new Set(sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file));
  expect(Object.keys(allowed).filter((file) => !found.has(file))).toEqual([]);
});

test('signals go to one process, because number 0 of an empty file would end the whole test run', () => {
  const found = globSync('{apps,packages,e2e,bench,scripts}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**', 'scripts/dangerous-constructs.test.ts'],
  }).filter((file) => read(file).text.includes('process.kill('));
  expect(found.toSorted()).toEqual([
    `${SERVER}platform/embedded-postgres/postmaster.ts`,
    'apps/server/test/signal-process.ts',
    'scripts/clean-up.drill.test.ts',
    'scripts/interrupt.ts',
    'scripts/remove-left-over.ts',
    'scripts/run-beside.ts',
  ]);
});
