import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  ConfigurationError,
  describeSettings,
  quotedSettings,
  readConfiguration,
  unknownSettings,
} from './configuration.ts';
import { settingDescriptions } from './setting-kinds.ts';
import { settingsSchema } from './settings.ts';

test('an empty environment gives the documented defaults', () => {
  expect(readConfiguration({ PORT: '', SITE_NAME: '  ' })).toEqual({
    PORT: 5000,
    HOST: 'localhost',
    DATA_DIR: path.resolve('data'),
    DATABASE_URL: undefined,
    DATABASE_READ_URL: undefined,
    DATABASE_POOL: 16,
    DRAIN_SECONDS: 5,
    BACKUP_TO: undefined,
    BACKUP_EVERY: 'day',
    BACKUP_KEEP: 14,
    BACKUP_PASSPHRASE: undefined,
    SITE_NAME: 'Izgodno',
    BASE_URL: undefined,
    DEMO_DATA: true,
    LOG_LEVEL: 'info',
    LOG_REQUESTS: false,
    SESSION_PRESET: { accessMs: 7_200_000, refreshMs: 604_800_000 },
    ADMIN_EMAIL: undefined,
    REQUIRE_SECOND_FACTOR: [],
    CORS_ORIGINS: [],
    CONTACT_EMAIL: undefined,
    COUNTRY_HEADER: undefined,
    MAIL_LOG_DAYS: 30,
    SEARCH_LOG_DAYS: 90,
    GEO_ENDPOINTS: [],
    LEGAL_FOLDER: undefined,
    SECURITY_CONTACT: undefined,
    SOCIAL_LINKS: [],
    TRAVELPAYOUTS_MARKER: undefined,
    OUTGOING_ALLOW: [],
    BUS_URL: undefined,
    SEARCH_URL: undefined,
    MAIL_FROM: 'Izgodno <no-reply@localhost>',
    METRICS_TOKEN: undefined,
    SMTP_URL: undefined,
    VAPID_PRIVATE_KEY: undefined,
    VAPID_PUBLIC_KEY: undefined,
    BUDGET_PER_MINUTE: 3_000,
    SEARCH_THREADS: Math.max(1, availableParallelism() - 1),
    CONNECTIONS: 20_000,
    CONNECTIONS_PER_NETWORK: 1_000,
    TRUST_PROXY: undefined,
    UPLOAD_MAX_FILE_SIZE: 500 * 1024 ** 2,
    UPLOAD_MAX_FILES: 10,
    UPLOAD_CHUNK_SIZE: 8 * 1024 ** 2,
    UPLOAD_REQUEST_TIMEOUT: 600_000,
    UPLOAD_METHOD: 'resumable',
    UPLOAD_PACING: 'spec',
    UPLOAD_QUOTA: 5 * 1024 ** 3,
    UPLOAD_TYPES: expect.arrayContaining(['image/png', 'video/*']),
    S3_ENDPOINT: undefined,
    S3_REGION: 'us-east-1',
    S3_BUCKET: undefined,
    S3_ACCESS_KEY_ID: undefined,
    S3_SECRET_ACCESS_KEY: undefined,
    S3_READS: undefined,
    CLAMAV_SOCKET: undefined,
    PROFITSHARE_USER: undefined,
    PROFITSHARE_KEY: undefined,
    PROFITSHARE_BASE_URL: 'https://api.profitshare.bg',
    PROFITSHARE_EMPTY_QUERY: 'with-mark',
    PROFITSHARE_FEEDS: [],
    TRAVELPAYOUTS_TOKEN: undefined,
    TRAVELPAYOUTS_BASE_URL: 'https://api.travelpayouts.com',
    CLASSIFIEDS_BASE_URL: undefined,
    TRAVEL_FEEDS: [],
    MERCHANT_FEEDS: [],
    SOURCES_EVERY: undefined,
    SOURCE_CREDENTIALS: [],
  });
});

test('a session preset is read by its name, and origins and URLs are normalised', () => {
  expect(
    readConfiguration({
      SESSION_PRESET: 'banking',
      ADMIN_EMAIL: ' Boss@Izgodno.Example ',
      CORS_ORIGINS: 'https://a.example/, http://b.example:8080/path',
    }),
  ).toMatchObject({
    SESSION_PRESET: { accessMs: 900_000, refreshMs: 86_400_000 },
    ADMIN_EMAIL: 'boss@izgodno.example',
    CORS_ORIGINS: ['https://a.example', 'http://b.example:8080'],
  });
});

test.for([
  ['1.5 GB', 1_610_612_736],
  ['64mb', 67_108_864],
  ['512', 512],
] as const)('%s are %i bytes', ([value, bytes]) => {
  expect(readConfiguration({ UPLOAD_MAX_FILE_SIZE: value }).UPLOAD_MAX_FILE_SIZE).toBe(bytes);
});

test('feeds and credentials are read by their names', () => {
  expect(
    readConfiguration({
      MERCHANT_FEEDS: 'shop=https://shop.example/feed.xml?a=1&b=2, other=http://o.example/',
      TRAVEL_FEEDS: 'https://t.example/rss',
      SOURCE_CREDENTIALS: 'ACME_TOKEN=a=b',
      SOURCES_EVERY: '30',
    }),
  ).toMatchObject({
    MERCHANT_FEEDS: [
      { name: 'shop', value: 'https://shop.example/feed.xml?a=1&b=2' },
      { name: 'other', value: 'http://o.example/' },
    ],
    TRAVEL_FEEDS: ['https://t.example/rss'],
    SOURCE_CREDENTIALS: [{ name: 'ACME_TOKEN', value: 'a=b' }],
    SOURCES_EVERY: 30,
  });
  expect(() => readConfiguration({ MERCHANT_FEEDS: 'https://shop.example/feed.xml' })).toThrow(
    'MERCHANT_FEEDS: expected name=address pairs',
  );
});

test.for([
  ['security@izgodno.example', 'mailto:security@izgodno.example'],
  ['https://izgodno.example/report', 'https://izgodno.example/report'],
] as const)('a contact for security, %s, is %s', ([given, contact]) => {
  expect(readConfiguration({ SECURITY_CONTACT: given }).SECURITY_CONTACT).toBe(contact);
});

test.for(['the office', 'javascript:alert(1)', 'https://a.example\nExpires: never'])(
  'a contact for security is not %s',
  (given) => {
    expect(() => readConfiguration({ SECURITY_CONTACT: given })).toThrow('SECURITY_CONTACT');
  },
);

test('every error is reported at once, with name, value and expectation', () => {
  const faulty = { PORT: '70000', DEMO_DATA: 'maybe', BASE_URL: 'ftp://x', LOG_LEVEL: 'warn' };
  expect(() => readConfiguration(faulty)).toThrow(
    new ConfigurationError([
      { name: 'PORT', value: '70000', expected: 'a port number from 0 (any free one) to 65535' },
      { name: 'BASE_URL', value: 'ftp://x', expected: 'an origin such as https://izgodno.example' },
      { name: 'DEMO_DATA', value: 'maybe', expected: 'on or off' },
    ]),
  );
});

const errorsOf = (environment: Readonly<Record<string, string>>) => {
  try {
    readConfiguration(environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.errors;
    throw error;
  }
  return [];
};

test.for([
  ['HOST', '"0.0.0.0"', 'a host name or address, without quotation marks'],
  [
    'DATA_DIR',
    "'/srv/izgodno'",
    'a path of a folder, without ~ or $ at its start, without quotation marks',
  ],
  ['PORT', '"5000"', 'a port number from 0 (any free one) to 65535, without quotation marks'],
] as const)(
  'quotation marks around %s, which files for containers keep, are rejected',
  ([name, value, expected]) => {
    expect(errorsOf({ [name]: value })).toEqual([{ name, value, expected }]);
  },
);

test('quotation marks around a name or a secret belong to it, as those within a value, with a warning', () => {
  const meant = { SITE_NAME: '"Изгодно"', BACKUP_PASSPHRASE: '"a long passphrase"' };
  const within = { MAIL_FROM: '"Изгодно" <a@b.example>', HOST: '"one" or "other"' };
  expect(readConfiguration({ ...meant, ...within })).toMatchObject({ ...meant, ...within });
  expect(quotedSettings({ ...meant, ...within })).toEqual(['BACKUP_PASSPHRASE', 'SITE_NAME']);
  expect(errorsOf({ METRICS_TOKEN: '"0123456789abcdef"' })).toEqual([
    { name: 'METRICS_TOKEN', value: '***', expected: expect.stringContaining('without quotation') },
  ]);
});

test.for([
  ['DATA_DIR', '~/izgodno'],
  ['DATA_DIR', '$HOME/izgodno'],
  ['BACKUP_TO', '~/backups'],
  ['LEGAL_FOLDER', '${HOME}/legal'],
] as const)('%s is no path that only a shell expands: %s', ([name, value]) => {
  expect(errorsOf({ [name]: value })).toMatchObject([{ name, value }]);
});

test('a password in a rejected connection string is not printed', () => {
  expect(() => readConfiguration({ DATABASE_URL: 'mysql://me:secret@host/db' })).toThrow(
    'mysql://me:***@host/db',
  );
});

// A password with a sign that URLs do not take makes them invalid.
test.for([
  ['BUS_URL', 'nats://me:sec/ret@bus:4222', 'got "nats://me:***@bus:4222"'],
  ['BUS_URL', 'nats://one:secret@bus:1,nats://me:sec ret@bus:2', 'got "nats://one:***@bus:2"'],
  ['BUS_URL', 'nats://sec ret@bus:4222', 'got "nats://***@bus:4222"'],
  ['BUS_URL', 'me:secret@bus:4222', 'got "me:***@bus:4222"'],
  ['DATABASE_URL', 'postgresql://me:s/c@ret@host/db', 'got "postgresql://me:***@host/db"'],
] as const)('no password of a rejected %s is printed: %s', ([name, value, shown]) => {
  expect(() => readConfiguration({ [name]: value })).toThrow(shown);
});

test('--help describes every setting', () => {
  const help = describeSettings();
  for (const name of Object.keys(settingsSchema.shape)) expect(help).toContain(`  ${name} `);
});

test('no two settings have the same description', () => {
  const schemas = Object.values(settingsSchema.shape);
  expect(new Set(schemas.map((schema) => settingDescriptions.get(schema)?.help)).size).toBe(
    schemas.length,
  );
});

test('a bucket without keys is reported by the names of the keys', () => {
  const S3_BUCKET = 'files-of-izgodno';
  expect(() => readConfiguration({ S3_BUCKET, S3_ACCESS_KEY_ID: 'key' })).toThrow(
    new ConfigurationError([
      {
        name: 'S3_SECRET_ACCESS_KEY',
        value: '',
        expected: 'a secret key, since S3_BUCKET is set',
      },
    ]),
  );
  const complete = { S3_BUCKET, S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };
  expect(readConfiguration(complete).S3_BUCKET).toBe(S3_BUCKET);
});

test.for([
  ['VAPID_PUBLIC_KEY', 'a'.repeat(87), 'VAPID_PRIVATE_KEY'],
  ['VAPID_PRIVATE_KEY', 'a'.repeat(43), 'VAPID_PUBLIC_KEY'],
  ['PROFITSHARE_USER', 'me', 'PROFITSHARE_KEY'],
  ['PROFITSHARE_KEY', 'secret', 'PROFITSHARE_USER'],
  // Else the reads of another database would be mixed with those of the embedded one.
  ['DATABASE_READ_URL', 'postgresql://replica/izgodno', 'DATABASE_URL'],
] as const)('%s alone is rejected', ([name, value, missing]) => {
  expect(() => readConfiguration({ [name]: value })).toThrow(
    new RegExp(`${missing}: expected .*, since ${name} is set`),
  );
});

test.for(['balancer', '10.0.0.0/99', '127.0.0.1,', '127.0.0.1,,::1'])(
  'proxies are not "%s"',
  (TRUST_PROXY) => {
    expect(() => readConfiguration({ TRUST_PROXY })).toThrow('TRUST_PROXY: expected addresses');
  },
);

test.for(['loopback', '127.0.0.1, ::1', '10.0.0.0/8,uniquelocal'])(
  'proxies are "%s"',
  (TRUST_PROXY) => {
    expect(readConfiguration({ TRUST_PROXY })).toMatchObject({ TRUST_PROXY });
  },
);

describe('backups to a bucket', () => {
  const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };
  const BACKUP_TO = 's3://copies/izgodno';

  test('are kept as a URL, and a folder as its path', () => {
    expect(readConfiguration({ ...keys, BACKUP_TO }).BACKUP_TO).toBe(BACKUP_TO);
    expect(readConfiguration({ BACKUP_TO: 'copies' }).BACKUP_TO).toBe(path.resolve('copies'));
  });

  test.for([
    ['need keys', { BACKUP_TO }, 'S3_ACCESS_KEY_ID'],
    ['need a name', { ...keys, BACKUP_TO: 's3://' }, 'BACKUP_TO: expected a path'],
    [
      'are not beside the files they copy',
      { ...keys, S3_BUCKET: 'copies', BACKUP_TO },
      'BACKUP_TO: expected another bucket than S3_BUCKET',
    ],
  ] as const)('%s', ([, environment, message]) => {
    expect(() => readConfiguration(environment)).toThrow(message);
  });
});

const aFile = (content: string): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'izgodno-secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'secret');
  writeFileSync(file, content);
  return file;
};

describe('a setting from a file, as secret stores provide it', () => {
  test('is the text of the file', () => {
    const url = 'postgres://izgodno:a-secret@database/izgodno';
    expect(readConfiguration({ DATABASE_URL_FILE: aFile(`${url}\n`) }).DATABASE_URL).toBe(url);
  });

  test('is not printed if it is invalid', () => {
    const file = aFile('not a-secret url');
    expect(() => readConfiguration({ DATABASE_URL_FILE: file })).toThrow(
      `DATABASE_URL: expected a URL such as postgresql://user:password@host:5432/database, got "${file}"`,
    );
  });

  test('needs a readable file', () => {
    expect(() => readConfiguration({ METRICS_TOKEN_FILE: '/nowhere/token' })).toThrow(
      'METRICS_TOKEN_FILE: expected the path of a file that can be read, got "/nowhere/token"',
    );
  });

  test('and from the environment too is rejected as ambiguous', () => {
    const environment = { SITE_NAME: 'Izgodno', SITE_NAME_FILE: aFile('Other') };
    expect(() => readConfiguration(environment)).toThrow('nothing, since SITE_NAME is set');
  });
});

test('variables that resemble settings are named, those of other programs are not', () => {
  const environment = {
    SMPT_URL: 'smtp://localhost',
    UPLOAD_MAX_SIZE: '1GB',
    S3_BUKCET: 'files',
    DATABASE_URL_FILE: '/run/secrets/database',
    DATABASE_ULR: '',
    HOME: '/root',
    PATH: '/bin',
    HOSTNAME: 'node',
    npm_config_cache: '/tmp',
    PORT: '5000',
  };
  expect(unknownSettings(environment)).toEqual([
    { name: 'SMPT_URL', meant: 'SMTP_URL' },
    { name: 'UPLOAD_MAX_SIZE', meant: null },
    { name: 'S3_BUKCET', meant: 'S3_BUCKET' },
  ]);
});
