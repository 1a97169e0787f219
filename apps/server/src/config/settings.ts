import { availableParallelism } from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { sessionPresets } from '@izgodno/contract/accounts/limits';
import { emailSchema, type Role } from '@izgodno/contract/accounts/session';
import { isBucketUrl, readBucketUrl } from './bucket-url.ts';
import { isDatabaseUrl, isUrlOfOneHost } from './database-url.ts';
import { readSearchUrl, type SearchServers } from './search-url.ts';
import {
  choice,
  folder,
  isUrlOf,
  settingDescriptions,
  text,
  wholeNumber,
} from './setting-kinds.ts';
import { isProxyList } from './proxy-list.ts';
import { pageSettings } from './page-settings.ts';
import { sourceSettings } from './source-settings.ts';
import { uploadSettings } from './upload-settings.ts';

const rolesWithSecondFactor: Readonly<Record<'none' | 'admins' | 'moderators', readonly Role[]>> = {
  none: [],
  admins: ['admin'],
  moderators: ['admin', 'moderator'],
};

const MOST_SEARCH_THREADS = 64;
/** One core is left to the main thread. */
const defaultSearchThreads = Math.min(Math.max(1, availableParallelism() - 1), MOST_SEARCH_THREADS);

/** Every environment variable of the product; no other code reads the environment. */
export const settingsSchema = z.object({
  PORT: wholeNumber(5_000, 0, 65_535).register(settingDescriptions, {
    expected: 'a port number from 0 (any free one) to 65535',
    help: 'the listening port',
    fallback: '5000',
  }),
  HOST: text('localhost', 1, 255).register(settingDescriptions, {
    expected: 'a host name or address',
    help: 'the listening address; 0.0.0.0 or :: accepts other machines',
    fallback: 'localhost',
  }),
  DATA_DIR: z
    .pipe(
      z._default(folder(), 'data'),
      z.transform((value) => path.resolve(value)),
    )
    .register(settingDescriptions, {
      expected: 'a path of a folder, without ~ or $ at its start',
      help: 'the folder of the embedded database, the files and the search snapshot',
      fallback: './data',
    }),
  DATABASE_URL: z
    .optional(z.string().check(z.refine(isDatabaseUrl)))
    .register(settingDescriptions, {
      expected: 'a URL such as postgresql://user:password@host:5432/database',
      help: 'a PostgreSQL 15 or newer to use instead of the embedded one; of several hosts (one:5432,two:5432) the one that accepts writes',
    }),
  DATABASE_READ_URL: z
    .optional(z.string().check(z.refine(isUrlOfOneHost)))
    .register(settingDescriptions, {
      expected: 'a URL such as postgresql://user:password@host:5432/database, of one host',
      help: 'a streaming replica of DATABASE_URL, for reads that may be some seconds old; while it is away or late the primary is read',
    }),
  DATABASE_POOL: wholeNumber(16, 2, 500).register(settingDescriptions, {
    expected: 'a whole number from 2 to 500',
    help: 'maximum of connections per process',
    fallback: '16',
  }),
  DRAIN_SECONDS: wholeNumber(5, 0, 300).register(settingDescriptions, {
    expected: 'a whole number from 0 to 300',
    help: 'seconds of service after SIGTERM while a balancer notices that the process is not ready; a supervisor needs a stop timeout of at least 65 s more',
    fallback: '5',
  }),
  BACKUP_TO: z
    .optional(
      z.pipe(
        folder().check(z.refine((value) => !isBucketUrl(value) || readBucketUrl(value) !== null)),
        z.transform((value) => (isBucketUrl(value) ? value : path.resolve(value))),
      ),
    )
    .register(settingDescriptions, {
      expected: 'a path of an existing folder, without ~ or $ at its start, or s3://BUCKET/PREFIX',
      help: 'writes backups there by itself; of several processes one writes, so all must see the folder; a bucket is of the service and account of S3_ENDPOINT and S3_ACCESS_KEY_ID, and not S3_BUCKET',
    }),
  BACKUP_EVERY: choice(['hour', 'day', 'week'], 'day').register(settingDescriptions, {
    expected: 'one of hour, day, week',
    help: 'with BACKUP_TO: the interval; a day and a week end at 3:07 UTC, a week on Sunday',
    fallback: 'day',
  }),
  BACKUP_KEEP: wholeNumber(14, 1, 1_000).register(settingDescriptions, {
    expected: 'a whole number from 1 to 1000',
    help: 'with BACKUP_TO: the number of backups kept; older ones are removed',
    fallback: '14',
  }),
  BACKUP_PASSPHRASE: z
    .optional(z.string().check(z.minLength(12), z.maxLength(1_000)))
    .register(settingDescriptions, {
      expected: '12 to 1000 characters',
      isSecret: true,
      help: 'encrypts backups, and opens encrypted ones; without it a backup is not encrypted',
    }),
  BUS_URL: z
    .optional(
      z.pipe(
        z.pipe(
          z.string(),
          z.transform((value) => value.split(/[\s,]+/).filter((url) => url !== '')),
        ),
        z
          .array(z.string().check(z.refine((value) => isUrlOf(value, ['nats:', 'tls:']))))
          .check(z.minLength(1)),
      ),
    )
    .register(settingDescriptions, {
      expected:
        'URLs such as nats://host:4222 or tls://user:password@host:4222, separated by commas',
      help: 'NATS servers that connect several nodes (one node needs none); the first user or token in a URL signs in to all of them, and tls: connects by TLS only',
    }),
  SEARCH_URL: z
    .optional(
      z.pipe(
        z.pipe(z.string(), z.transform(readSearchUrl)),
        z.custom<SearchServers>((value) => value !== null),
      ),
    )
    .register(settingDescriptions, {
      expected: 'a URL such as manticore://front:9306?shards=one:9306,two:9306',
      help: 'search tables on servers of Manticore Search (or sphinx:// of Sphinx 2.2), in place of the index that each process has in memory; docs/search.md has their configuration',
    }),
  SITE_NAME: text('Izgodno', 1, 60).register(settingDescriptions, {
    expected: '1 to 60 characters',
    help: 'the name in page titles: "{page title} - {site name}"',
    fallback: 'Izgodno',
    isName: true,
  }),
  BASE_URL: z
    .optional(
      z.pipe(
        z.string().check(z.refine((value) => isUrlOf(value, ['http:', 'https:']))),
        z.transform((value) => new URL(value).origin),
      ),
    )
    .register(settingDescriptions, {
      expected: 'an origin such as https://izgodno.example',
      help: 'the public URL, for links; https turns on HSTS and secure cookies',
      fallback: 'http://localhost:{PORT}',
    }),
  DEMO_DATA: z
    .pipe(
      choice(['on', 'off'], 'on'),
      z.transform((value) => value === 'on'),
    )
    .register(settingDescriptions, {
      expected: 'on or off',
      help: 'load the demo deals into an empty database at the first start',
      fallback: 'on',
    }),
  LOG_LEVEL: choice(
    ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'],
    'info',
  ).register(settingDescriptions, {
    expected: 'one of silent, fatal, error, warn, info, debug, trace',
    help: 'the log level',
    fallback: 'info',
  }),
  LOG_REQUESTS: z
    .pipe(
      choice(['on', 'off'], 'off'),
      z.transform((value) => value === 'on'),
    )
    .register(settingDescriptions, {
      expected: 'on or off',
      help: 'log every request: method, path, status, milliseconds, id',
      fallback: 'off',
    }),
  METRICS_TOKEN: z
    .optional(z.string().check(z.regex(/^[\w.~+/-]{16,200}=*$/)))
    .register(settingDescriptions, {
      expected: '16 to 200 letters, digits and ._~+/-',
      isSecret: true,
      help: 'bearer token for /metrics; without it only this machine may read them',
    }),
  SESSION_PRESET: z
    .pipe(
      choice(['default', 'banking', 'business', 'social', 'development'], 'default'),
      z.transform((name) => sessionPresets[name]),
    )
    .register(settingDescriptions, {
      expected: 'one of default, banking, business, social, development',
      help: 'lifetimes of sign-ins: access and refresh token 120 min/7 days, 15 min/1 day, 60 min/7 days, 240 min/30 days, 5 min/1 day',
      fallback: 'default',
    }),
  ADMIN_EMAIL: z.optional(emailSchema).register(settingDescriptions, {
    expected: 'an email address',
    help: 'with SMTP_URL: the email of the first administrator, who gets a link; without it the start prints a link',
  }),
  REQUIRE_SECOND_FACTOR: z
    .pipe(
      choice(['none', 'admins', 'moderators'], 'none'),
      z.transform((name) => rolesWithSecondFactor[name]),
    )
    .register(settingDescriptions, {
      expected: 'one of none, admins, moderators',
      help: 'roles that require a passkey or an authenticator app; moderators includes administrators',
      fallback: 'none',
    }),
  BREACHED_PASSWORDS_URL: z
    .optional(z.string().check(z.refine((value) => isUrlOf(value, ['http:', 'https:']))))
    .register(settingDescriptions, {
      expected: 'a URL such as https://api.pwnedpasswords.com/range',
      help: 'a service that checks new passwords by the first 20 bits of their SHA-1; without it they are compared only with the 611,159 leaked ones of the product',
    }),
  CORS_ORIGINS: z
    .pipe(
      z.pipe(
        text('', 0, 2_000),
        z.transform((value) => value.split(/[\s,]+/).filter((origin) => origin !== '')),
      ),
      z
        .array(z.string().check(z.refine((value) => isUrlOf(value, ['http:', 'https:']))))
        .check(z.overwrite((origins) => origins.map((origin) => new URL(origin).origin))),
    )
    .register(settingDescriptions, {
      expected: 'origins such as https://shop.example, separated by commas',
      help: 'other origins whose pages may make calls with credentials',
      fallback: 'none',
    }),
  OUTGOING_ALLOW: z
    .pipe(
      text('', 0, 2_000),
      z.transform((value) => value.split(/[\s,]+/).filter((host) => host !== '')),
    )
    .register(settingDescriptions, {
      expected: 'hosts such as shop.internal or 127.0.0.1:4000, separated by commas',
      help: 'addresses in private networks that feeds and links may be fetched from, and webhooks sent to',
      fallback: 'none',
    }),
  SMTP_URL: z
    .optional(z.string().check(z.refine((value) => isUrlOf(value, ['smtp:', 'smtps:']))))
    .register(settingDescriptions, {
      expected: 'a URL such as smtps://user:password@mail.example:465',
      help: 'the mail server; without one no mails are sent',
    }),
  MAIL_FROM: text('Izgodno <no-reply@localhost>', 3, 320).register(settingDescriptions, {
    expected: 'an address such as Izgodno <no-reply@izgodno.example>',
    help: 'the sender of mails',
    fallback: 'Izgodno <no-reply@localhost>',
  }),
  VAPID_PUBLIC_KEY: z
    .optional(z.string().check(z.regex(/^[\w-]{87}=?$/)))
    .register(settingDescriptions, {
      expected: 'a key as `npx web-push generate-vapid-keys` makes it',
      help: 'with VAPID_PRIVATE_KEY turns on pushes to browsers',
    }),
  VAPID_PRIVATE_KEY: z
    .optional(z.string().check(z.regex(/^[\w-]{43}=?$/)))
    .register(settingDescriptions, {
      expected: 'the private key that belongs to VAPID_PUBLIC_KEY',
      isSecret: true,
      help: 'the VAPID key that signs pushes to browsers',
    }),
  BUDGET_PER_MINUTE: wholeNumber(3_000, 0, 1_000_000).register(settingDescriptions, {
    expected: 'a whole number from 0 (no limit) to 1000000',
    help: 'cost of calls and socket frames per minute, for one account or one signed-out IP address (formerly READS_PER_MINUTE)',
    fallback: '3000',
  }),
  SEARCH_THREADS: wholeNumber(defaultSearchThreads, 1, MOST_SEARCH_THREADS).register(
    settingDescriptions,
    {
      expected: `a whole number from 1 to ${MOST_SEARCH_THREADS}`,
      help: 'threads per process that answer searches, all from one index in shared memory; one more than these builds it from PostgreSQL, but at most 4 and one per core',
      fallback: 'one fewer than the cores, at least 1',
    },
  ),
  CONNECTIONS: wholeNumber(20_000, 10, 1_000_000).register(settingDescriptions, {
    expected: 'a whole number from 10 to 1000000',
    help: 'maximum of concurrent connections per process',
    fallback: '20000',
  }),
  CONNECTIONS_PER_NETWORK: wholeNumber(1_000, 0, 1_000_000).register(settingDescriptions, {
    expected: 'a whole number from 0 (no limit) to 1000000',
    help: 'maximum of concurrent connections, and of realtime sockets, per IP address; this machine and the proxies of TRUST_PROXY have no limit',
    fallback: '1000',
  }),
  TRUST_PROXY: z
    .optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(500), z.refine(isProxyList)))
    .register(settingDescriptions, {
      expected: 'addresses, networks or names such as loopback, separated by commas',
      help: 'the proxies in front, whose X-Forwarded-For is trusted',
    }),
  ...pageSettings,
  ...uploadSettings,
  ...sourceSettings,
});

export type Settings = z.output<typeof settingsSchema>;
