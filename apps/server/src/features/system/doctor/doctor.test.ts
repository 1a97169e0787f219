import { createServer } from 'node:http';
import { createServer as createSilentServer, type Socket } from 'node:net';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HOUR_MS, SECOND_MS } from '@izgodno/contract/common/durations';
import type { SystemStatus } from '@izgodno/contract/system/calls';
import { checkNames, type Finding } from '@izgodno/contract/system/doctor-calls';
import { readConfiguration, type Environment } from '#config/configuration.ts';
import { systemClock } from '#platform/clock.ts';
import { portOf } from '#test/port-of.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { startFakeClamd } from '#test/fake-clamd.ts';
import {
  hasNatsServer,
  NATS_USER,
  provideNatsServer,
  withNatsUser,
} from '#test/services/nats-server.ts';
import { runChecks, tenths, whole, type Check } from './check.ts';
import { examineAll } from './doctor.ts';
import { checkDescriptors } from './machine-checks.ts';
import { checkMail } from './mail-check.ts';
import { checkBackup, checkBus, checkClock, checkFiles } from './service-checks.ts';

const examinedOf = (environment: Environment, connectionString: string | null = null) => ({
  settings: readConfiguration(environment),
  environment,
  connectionString,
  clock: systemClock,
});

/** A server that answers every request so; returns its address. */
const serve = async (respond: () => object, status = 200): Promise<string> => {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(respond()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${portOf(server)}`;
};

const closedPort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
};

const dataFolder = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'izgodno-doctor-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
};

const byName = (findings: readonly Finding[]): Readonly<Record<string, Finding>> =>
  Object.fromEntries(findings.map((finding) => [finding.name, finding]));

test('numbers are written as each language does', () => {
  expect(tenths(12.34)).toEqual(['12.3', '12,3']);
  expect(whole(20_500.4)).toEqual(['20,500', '20\u{A0}500']);
});

test('a number of files is grouped, except in a command', async () => {
  const examined = examinedOf({ CONNECTIONS: '1000000' });
  const { found, mend } = await checkDescriptors(examined, AbortSignal.timeout(1_000));
  expect(found.en).toContain('1,000,500');
  expect(found.bg).toContain('1\u{A0}000\u{A0}500');
  // With a high limit there is nothing to mend.
  expect(mend?.en ?? 'LimitNOFILE=1000500').toContain('LimitNOFILE=1000500');
});

test('broken services are errors that say how to mend them, without a secret', async () => {
  const port = await closedPort();
  const secret = 'hunter2@%2Fwith';
  const url = (scheme: string) => `${scheme}://someone:${secret}@127.0.0.1:${port}`;
  const environment = {
    PORT: '0',
    DATA_DIR: await dataFolder(),
    BUS_URL: url('nats'),
    SEARCH_URL: `manticore://someone:hunter2@127.0.0.1:${port}?shards=127.0.0.1:${port}`,
    SMTP_URL: url('smtp'),
    CLAMAV_SOCKET: `127.0.0.1:${port}`,
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'bucket',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'very-secret-access',
    BACKUP_TO: path.join(tmpdir(), 'izgodno-no-such-folder'),
    BASE_URL: `http://127.0.0.1:${port}`,
    SMPT_URL: 'smtp://misspelled',
  };
  const findings = await examineAll(examinedOf(environment, `${url('postgresql')}/database`));
  expect(findings.map(({ name }) => name)).toEqual(checkNames);
  const found = byName(findings);
  const failing = findings.filter(({ status }) => status === 'error').map(({ name }) => name);
  expect(failing).toEqual([
    'database',
    'bus',
    'files',
    'scanner',
    'mail',
    'proxy',
    'clock',
    'backup',
    'index',
  ]);
  expect(found['certificate']).toMatchObject({ status: 'degraded' });
  expect(found['backup']?.found.en).toMatch(/no-such-folder of BACKUP_TO does not exist\.$/);
  expect(found['backup']?.mend?.en).toContain('ReadWritePaths');
  expect(found['environment']?.found.en).toContain('SMPT_URL (SMTP_URL?)');
  const silent = findings.filter(
    ({ status, mend }) => (status === 'healthy' || status === 'skipped') !== (mend === null),
  );
  expect(silent).toEqual([]);
  const text = JSON.stringify(findings);
  expect(text).not.toMatch(/hunter2|very-secret-access/);
});

test.for([
  [{ forwarded: true, trusted: true }, 'error', /Upgrade/],
  [{ forwarded: true, trusted: false }, 'error', /TRUST_PROXY/],
  [{ forwarded: false, trusted: false }, 'error', /Upgrade/],
  [null, 'error', /not from this product/],
] as const)('what a proxy passes on is examined: %j', async ([seen, status, mentioned]) => {
  const BASE_URL = await serve(() =>
    seen === null ? { other: true } : { success: true, ip: '192.0.2.1', ...seen },
  );
  const findings = await examineAll(
    examinedOf({ PORT: '0', DATA_DIR: await dataFolder(), BASE_URL }),
  );
  const { proxy } = byName(findings);
  expect(proxy?.status).toBe(status);
  expect(proxy?.found.en).toMatch(mentioned);
});

const databases = useTestDatabase();

/** A mail server that accepts everyone; returns its address. */
const serveMail = async (): Promise<string> => {
  const server = new SMTPServer({ disabledCommands: ['STARTTLS', 'AUTH'] });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  return `smtp://127.0.0.1:${portOf(server.server)}`;
};

test.for([
  [{}, 'degraded'],
  [{ CONTACT_EMAIL: 'operator@izgodno.example' }, 'healthy'],
] as const)(
  'a mail server without a reader of contact messages is named: %j',
  async ([set, status]) => {
    const examined = examinedOf({ SMTP_URL: await serveMail(), ...set });
    const found = await checkMail(examined, AbortSignal.timeout(5_000));
    expect(found.status).toBe(status);
    expect(found.found.en.includes('CONTACT_EMAIL')).toBe(status === 'degraded');
  },
);

test('messages of the contact page that are not mailed for hours are counted', async () => {
  const { database, connectionString } = databases.current;
  const settings = { SMTP_URL: await serveMail(), CONTACT_EMAIL: 'operator@izgodno.example' };
  const examined = examinedOf(settings, connectionString);
  const add = (hours: number, mailed_at: Date | null) =>
    database
      .insertInto('contact_messages')
      .values({
        id: crypto.randomUUID(),
        client_id: null,
        name: 'Мила',
        email: 'mila@example.com',
        text: 'Незаконна обява',
        network: Buffer.alloc(1),
        created_at: new Date(Date.now() - hours * HOUR_MS),
        mailed_at,
      })
      .execute();
  await add(1, null);
  await add(48, new Date());
  const examine = () => checkMail(examined, AbortSignal.timeout(5_000));
  expect((await examine()).status).toBe('healthy');
  await add(30, null);
  const found = await examine();
  expect(found.status).toBe('degraded');
  expect(found.found.en).toContain('not mailed: 2, the oldest for 30 h');
});

test.for([
  [-30, 'degraded'],
  [30, 'degraded'],
  [-90, 'error'],
  [90, 'error'],
] as const)('a clock %i s from that of the database is found: %s', async ([seconds, status]) => {
  const clock = { now: () => systemClock.now() + seconds * SECOND_MS };
  const examined = { ...examinedOf({}, databases.current.connectionString), clock };
  expect((await checkClock(examined, AbortSignal.timeout(5_000))).status).toBe(status);
});

test.for([
  ['izgodno-2026-11-22T02-07-00Z', 'healthy'],
  ['izgodno-2026-11-19T02-07-00Z', 'error'],
  // Of a clock that was ahead.
  ['izgodno-2027-11-22T02-07-00Z', 'degraded'],
] as const)('with the backup %s alone the doctor says %s', async ([name, status]) => {
  const BACKUP_TO = await dataFolder();
  await mkdir(path.join(BACKUP_TO, name));
  await writeFile(path.join(BACKUP_TO, name, 'manifest.json'), '{}');
  const clock = { now: () => Date.parse('2026-11-22T12:00:00Z') };
  const examined = { ...examinedOf({ BACKUP_TO }), clock };
  expect((await checkBackup(examined, AbortSignal.timeout(5_000))).status).toBe(status);
});

test.for([
  ['as large as any upload', 600, 'healthy'],
  ['smaller than the largest upload', 400, 'degraded'],
] as const)('the limit of the virus scanner is %s', async ([, limit, status]) => {
  const socket = await startFakeClamd(limit * 1_000_000);
  const findings = await examineAll(
    examinedOf({ PORT: '0', DATA_DIR: await dataFolder(), CLAMAV_SOCKET: socket }),
  );
  expect(byName(findings)['scanner']).toMatchObject({ status });
});

test.skipIf(!hasNatsServer('the doctor of a bus'))(
  'the bus is examined as the user of BUS_URL, with the rights that nodes need',
  async () => {
    const nats = await provideNatsServer();
    const subjects = '"izgodno.>", "izgodno-to.>"';
    const examined = examinedOf({ BUS_URL: `nats://${NATS_USER}@${nats.address}` });
    const examine = () => checkBus(examined, AbortSignal.timeout(5_000));
    await nats.start(withNatsUser(subjects));
    await expect.poll(examine).toMatchObject({ status: 'healthy' });
    await nats.start(withNatsUser('"izgodno.>"', subjects));
    await expect.poll(examine).toMatchObject({
      status: 'error',
      found: { en: expect.stringContaining('Permissions Violation for Publish to "izgodno-to.') },
    });
  },
);

test.for([
  [
    'the product',
    {
      success: true,
      status: 'healthy',
      parts: { index: { status: 'healthy', detail: '0 changed deals behind, 0.0 s' } },
    },
    'healthy',
  ],
  ['another program', { hello: 'world' }, 'error'],
] as const)('a port is in use by %s', async ([, response, status]) => {
  const url = new URL(await serve(() => response));
  const environment = { PORT: url.port, HOST: url.hostname, DATA_DIR: await dataFolder() };
  const { port, index } = byName(await examineAll(examinedOf(environment)));
  expect(port?.status).toBe(status);
  expect(index?.found.bg).not.toMatch(/[a-z]/);
});

test('a product without its database is named, and what follows the database; one with another is', async () => {
  let status: SystemStatus = 'error';
  const url = new URL(
    await serve(() => ({
      success: true,
      status,
      parts: { database: { status }, index: { status: 'error' } },
    })),
  );
  const environment = { PORT: url.port, HOST: url.hostname, DATA_DIR: await dataFolder() };
  const { database, index } = byName(await examineAll(examinedOf(environment)));
  expect(database).toMatchObject({
    status: 'error',
    found: { en: 'The product runs, but its embedded database does not.' },
  });
  expect(index?.mend?.en).toContain('database first');
  status = 'healthy';
  const { database: other } = byName(await examineAll(examinedOf(environment)));
  expect(other).toMatchObject({
    status: 'error',
    found: { en: expect.stringContaining('another database') },
    mend: { en: expect.stringContaining('DATA_DIR') },
  });
});

const SILENT_BUCKET = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };

test.for([
  ['mail', checkMail, (host: string) => ({ SMTP_URL: `smtp://${host}` }), 'SMTP_URL'],
  [
    'files',
    checkFiles,
    (host: string) => ({ ...SILENT_BUCKET, S3_ENDPOINT: `http://${host}`, S3_BUCKET: 'bucket' }),
    'S3_ENDPOINT',
  ],
  [
    'backup',
    checkBackup,
    (host: string) => ({
      ...SILENT_BUCKET,
      S3_ENDPOINT: `http://${host}`,
      BACKUP_TO: 's3://backups/site',
    }),
    'S3_ENDPOINT',
  ],
] as const)(
  'the check of a silent service says what to mend: %s',
  async ([, check, set, named]) => {
    const sockets = new Set<Socket>();
    const server = createSilentServer((socket) => void sockets.add(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const examined = examinedOf(set(`127.0.0.1:${portOf(server)}`));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const finding = check(examined, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(8_000);
    const { status, found, mend } = await finding;
    expect(status).toBe('error');
    expect(found.en).toMatch(/no answer within 6 s\.$/);
    expect(mend?.en).toContain(named);
  },
);

const well: Check = async () => ({ status: 'healthy', found: { en: '', bg: '' }, mend: null });

test('a check that never ends or throws is an error, and others are reported', async () => {
  const checks = {
    port: well,
    disk: well,
    database: well,
    files: well,
    scanner: well,
    proxy: well,
    certificate: well,
    clock: well,
    backup: well,
    index: well,
    descriptors: well,
    environment: well,
    bus: (): Promise<never> => new Promise(() => {}),
    mail: (): Promise<never> => Promise.reject(new Error('no smtp://a:secretword@host.')),
  };
  const findings = byName(await runChecks(examinedOf({}), checks, 20));
  expect(findings['bus']).toMatchObject({ status: 'error' });
  expect(findings['mail']?.found.en).toMatch(/smtp:\/\/a:\*\*\*@host\.$/);
  expect(findings['port']).toMatchObject({ status: 'healthy' });
});
