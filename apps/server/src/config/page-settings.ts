import path from 'node:path';
import * as z from 'zod/mini';
import { geoEndpointSchema } from '@izgodno/contract/visitors/calls';
import { emailSchema } from '@izgodno/contract/accounts/session';
import { folder, isUrlOf, settingDescriptions, text, wholeNumber } from './setting-kinds.ts';

const words = (value: string): string[] => value.split(/\s+/).filter((word) => word !== '');

/** `trace=URL`, `lookup=URL,URL` or `echo=URL`. */
const readEndpoint = (word: string): unknown => {
  const [kind = '', rest = ''] = word.split(/=(.*)/s);
  const [url = '', countryUrl = ''] = rest.split(',');
  return kind === 'lookup' ? { kind, url, countryUrl } : { kind, url: rest };
};

/** Settings of the content pages and of language detection. */
export const pageSettings = {
  CONTACT_EMAIL: z.optional(emailSchema).register(settingDescriptions, {
    expected: 'an email address',
    help: 'the recipient of contact messages, which are also stored; needs SMTP_URL',
  }),
  MAIL_LOG_DAYS: wholeNumber(30, 1, 365).register(settingDescriptions, {
    expected: 'a whole number from 1 to 365',
    help: 'days for which the mail log of administrators keeps what became of a mail',
    fallback: '30',
  }),
  SEARCH_LOG_DAYS: wholeNumber(90, 0, 730).register(settingDescriptions, {
    expected: 'a whole number from 0 to 730',
    help: 'days for which the search log of administrators keeps queries, without persons; 0 keeps no log',
    fallback: '90',
  }),
  LEGAL_FOLDER: z
    .optional(
      z.pipe(
        folder(),
        z.transform((value) => path.resolve(value)),
      ),
    )
    .register(settingDescriptions, {
      expected: 'a path of a folder, without ~ or $ at its start',
      help: 'Markdown files that replace the drafts of docs/legal: terms, privacy, imprint, cookies, accessibility, each as NAME.en.md and NAME.bg.md',
      fallback: 'docs/legal',
    }),
  SECURITY_CONTACT: z
    .optional(
      z.pipe(
        z.pipe(
          z.string().check(z.trim(), z.regex(/^\S{1,500}$/)),
          z.transform((value) => (/^[^:]+@[^:]+$/.test(value) ? `mailto:${value}` : value)),
        ),
        z.string().check(z.refine((value) => isUrlOf(value, ['https:', 'mailto:', 'tel:']))),
      ),
    )
    .register(settingDescriptions, {
      expected: 'an email address, or a URL that begins with https:, mailto: or tel:',
      help: 'the contact for vulnerability reports in /.well-known/security.txt',
      fallback: "the site's contact page",
    }),
  SOCIAL_LINKS: z
    .pipe(
      z.pipe(text('', 0, 2_000), z.transform(words)),
      z.array(z.string().check(z.refine((value) => isUrlOf(value, ['https:'])))),
    )
    .register(settingDescriptions, {
      expected: 'https addresses, separated by spaces',
      help: "the site's pages on social networks, shown on its welcome page",
      fallback: 'none',
    }),
  COUNTRY_HEADER: z
    .optional(z.string().check(z.regex(/^[\w-]{1,60}$/)))
    .register(settingDescriptions, {
      expected: 'the name of a header such as CF-IPCountry',
      help: "the header with the visitor's country, set by the proxy in front (TRUST_PROXY); without it a table of IP addresses is used",
    }),
  GEO_ENDPOINTS: z
    .pipe(
      z.pipe(
        text('', 0, 2_000),
        z.transform((value) => words(value).map(readEndpoint)),
      ),
      z.array(geoEndpointSchema),
    )
    .register(settingDescriptions, {
      expected:
        'any of trace=URL, lookup=URL,COUNTRY_URL with {ip} in it, and echo=URL, separated by spaces',
      help: 'third-party services that a browser asks for an unknown country, in this order; they see its IP address',
      fallback: 'none',
    }),
} as const;
