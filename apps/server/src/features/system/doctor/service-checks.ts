import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { connect } from '@nats-io/transport-node';
import type { ClientBase } from 'pg';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@izgodno/contract/common/durations';
import { RESUMABLE_LIFETIME_MS } from '@izgodno/contract/uploads/limits';
import type { Settings } from '#config/settings.ts';
import { newestBackup } from '#platform/backup/add-backup.ts';
import { openBackups } from '#platform/backup/backup-collection.ts';
import { connectingTo } from '#platform/database/hosts.ts';
import { checkDatabaseLocale, DatabaseLocaleError } from '#platform/database/locale-check.ts';
import { natsOptions, trySubjects, whenRejected } from '#platform/nats-connection.ts';
import type { ObjectStore } from '#platform/object-store/object-store.ts';
import { openStorage } from '#platform/object-store/open-storage.ts';
import { ping, takesSize } from '#platform/virus-scanner.ts';
import { withDeadline } from '#platform/with-deadline.ts';
import { examineBackupFolder } from './backup-folder.ts';
import {
  RESPONSE_LIMIT_MS,
  healthy,
  reasonOf,
  skipped,
  tenths,
  whole,
  wrong,
  type Check,
  type Result,
} from './check.ts';
import { readHealth } from './machine-checks.ts';

// Checks of what the product works with: database, bus, bucket, virus scanner, backups.

/** Milliseconds for a connection. */
const CONNECT_LIMIT_MS = 4_000;

const MIN_VERSION = 150_000;
/** Milliseconds for the smallest query. */
const SLOW_QUERY_MS = 20;
/** Seconds by which a standby may be behind. */
const LATE_STANDBY_SECONDS = 30;

const EXAMINE_DATABASE = `
  SELECT current_setting('server_version_num')::int AS version,
    current_setting('server_version') AS name,
    extract(epoch FROM clock_timestamp())::float8 AS seconds,
    (SELECT count(*)::int FROM pg_stat_replication) AS standbys,
    (SELECT coalesce(max(extract(epoch FROM replay_lag)), 0)::float8 FROM pg_stat_replication) AS lag`;

const databaseSchema = z.tuple([
  z.object({
    version: z.number(),
    name: z.string(),
    seconds: z.number(),
    standbys: z.number(),
    lag: z.number(),
  }),
]);

/** Asks a database over a connection of its own. */
export const withDatabase = async <Value>(
  connectionString: string,
  ask: (client: ClientBase) => Promise<Value>,
): Promise<Value> => {
  const { Client, ...target } = connectingTo(connectionString);
  const client = new Client({
    ...target,
    application_name: 'izgodno-doctor',
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    query_timeout: CONNECT_LIMIT_MS,
  });
  // A lost connection rejects the query; without a listener it would also end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
};

/** What a database says about itself, and the milliseconds of its fastest answer of five. */
const examineDatabase = (connectionString: string) =>
  withDatabase(connectionString, async (client) => {
    const times = [];
    for (let query = 0; query < 5; query += 1) {
      const began = performance.now();
      await client.query('SELECT 1');
      times.push(performance.now() - began);
    }
    const [facts] = expectShape(databaseSchema, (await client.query(EXAMINE_DATABASE)).rows);
    return { ...facts, latency: Math.min(...times) };
  });

const databaseProblem = (facts: Awaited<ReturnType<typeof examineDatabase>>): Result | null => {
  const { version, name, latency, lag } = facts;
  if (version < MIN_VERSION)
    return wrong(
      'error',
      [`The database is PostgreSQL ${name}.`, `Базата данни е PostgreSQL ${name}.`],
      ['Use PostgreSQL 15 or newer.', 'Използвайте PostgreSQL 15 или по-нов.'],
    );
  const [late, lateBg] = whole(lag);
  if (lag > LATE_STANDBY_SECONDS)
    return wrong(
      'degraded',
      [
        `A standby of the database is ${late} s behind.`,
        `Резервна база данни изостава с ${lateBg} с.`,
      ],
      [
        'Check the network to the standby and its disk; a failover now would lose this time.',
        'Проверете мрежата до нея и диска ѝ; при превключване сега ще се загубят данните от това време.',
      ],
    );
  const [taken, takenBg] = whole(latency);
  if (latency > SLOW_QUERY_MS)
    return wrong(
      'degraded',
      [`The smallest query takes ${taken} ms.`, `Най-малката заявка отнема ${takenBg} мс.`],
      [
        'Put the database into the same network as this machine, and check its load.',
        'Разположете базата данни в същата мрежа и проверете натоварването ѝ.',
      ],
    );
  return null;
};

/** What it means that no embedded database runs in the data folder. */
const withoutDatabase = async (settings: Settings, signal: AbortSignal): Promise<Result> => {
  const health = await readHealth(settings, signal);
  if (health === null)
    return skipped(
      'The embedded database runs with the product, which is not running.',
      'Вградената база данни работи заедно със сайта, а той не е стартиран.',
    );
  if (health.parts['database']?.status === 'healthy')
    return wrong(
      'error',
      [
        `The product on this port has another database than the one in ${settings.DATA_DIR}.`,
        `Сайтът на този порт използва друга база данни, а не тази в ${settings.DATA_DIR}.`,
      ],
      [
        'Run the doctor with the settings of the product: DATA_DIR or DATABASE_URL, and PORT.',
        'Пуснете проверката с настройките на сайта: DATA_DIR или DATABASE_URL, и PORT.',
      ],
    );
  return wrong(
    'error',
    [
      'The product runs, but its embedded database does not.',
      'Сайтът работи, но вградената му база данни не е стартирана.',
    ],
    [
      'The output of the product and DATA_DIR/postgres/postgres.log say why; often the disk is full. The product starts it again by itself.',
      'Причината е в журнала на сайта и в DATA_DIR/postgres/postgres.log; често дискът е пълен. Сайтът сам ще я стартира отново.',
    ],
  );
};

export const checkDatabase: Check = async ({ settings, connectionString }, signal) => {
  if (connectionString === null) return withoutDatabase(settings, signal);
  try {
    await checkDatabaseLocale(connectionString);
    const facts = await examineDatabase(connectionString);
    const { name, standbys } = facts;
    const [latency, latencyBg] = tenths(facts.latency);
    return (
      databaseProblem(facts) ??
      healthy(
        `PostgreSQL ${name} knows Bulgarian letters and answers in ${latency} ms; standbys: ${standbys}.`,
        `PostgreSQL ${name} познава българските букви и отговаря за ${latencyBg} мс; резервни бази: ${standbys}.`,
      )
    );
  } catch (error) {
    return error instanceof DatabaseLocaleError
      ? wrong(
          'error',
          [
            'The database handles Bulgarian letters wrongly.',
            'Базата данни не обработва правилно българските букви.',
          ],
          [
            error.message,
            "Създайте базата данни отново с ENCODING 'UTF8' и език C.UTF-8 или друг с UTF-8.",
          ],
        )
      : wrong(
          'error',
          [
            `The database does not answer: ${reasonOf(error)}.`,
            `Базата данни не отговаря: ${reasonOf(error)}.`,
          ],
          [
            'Check that it runs, and DATABASE_URL: host, port, name, password and firewall.',
            'Проверете дали работи и какво пише в DATABASE_URL: адрес, порт, име, парола, защитна стена.',
          ],
        );
  }
};

/** Seconds between this clock and the database's that make sessions and jobs unreliable. */
const CLOCK_DIFFERENCE = { degraded: 2, error: 60 } as const;

export const checkClock: Check = async ({ connectionString, clock }) => {
  if (connectionString === null)
    return skipped(
      'Without a database there is no other clock to compare with.',
      'Без база данни няма друг часовник за сравнение.',
    );
  const { seconds } = await examineDatabase(connectionString);
  const difference = Math.abs(clock.now() / SECOND_MS - seconds);
  if (difference <= CLOCK_DIFFERENCE.degraded)
    return healthy(
      'The clocks of this machine and of the database agree.',
      'Часовниците на тази машина и на базата данни съвпадат.',
    );
  const [shown, shownBg] = whole(difference);
  return wrong(
    difference > CLOCK_DIFFERENCE.error ? 'error' : 'degraded',
    [
      `The clocks of this machine and of the database differ by ${shown} s.`,
      `Часовниците на тази машина и на базата данни се разминават с ${shownBg} с.`,
    ],
    [
      'Turn on time synchronisation on both machines (timedatectl set-ntp true).',
      'Включете синхронизирането на времето и на двете машини (timedatectl set-ntp true).',
    ],
  );
};

export const checkBus: Check = async ({ settings: { BUS_URL } }) => {
  if (BUS_URL === undefined)
    return skipped(
      'BUS_URL is not set; one node needs no bus.',
      'BUS_URL не е зададена; при един възел не е нужна.',
    );
  try {
    const connection = await connect({
      ...natsOptions(BUS_URL),
      timeout: CONNECT_LIMIT_MS,
      reconnect: false,
    });
    try {
      await Promise.race([whenRejected(connection), trySubjects(connection)]);
      return healthy('The bus answers.', 'Шината за съобщения отговаря.');
    } finally {
      await connection.close();
    }
  } catch (error) {
    return wrong(
      'error',
      [
        `The bus does not answer: ${reasonOf(error)}.`,
        `Шината за съобщения не отговаря: ${reasonOf(error)}.`,
      ],
      [
        'Check that NATS runs, that BUS_URL has its host, port, user and password, and that the user may publish and subscribe to izgodno.> and izgodno-to.>.',
        'Проверете дали NATS работи, дали BUS_URL съдържа правилните адрес, порт, име и парола и дали потребителят има права за izgodno.> и izgodno-to.>.',
      ],
    );
  }
};

/** Writes, reads and deletes an object; returns the number of unfinished ones. */
const tryStore = async (store: ObjectStore, key: string, signal: AbortSignal): Promise<number> => {
  await store.write(key, Readable.from([Buffer.from(key)]), { signal });
  const found = await store.read(key);
  const text = found === null ? '' : (await buffer(found)).toString();
  await store.remove([key]);
  if (text !== key || (await store.size(key)) !== null)
    throw new Error('a written object was not read back or not deleted');
  return store.countUnfinished();
};

export const checkFiles: Check = async ({ settings, clock }, signal) => {
  const storage = await openStorage(settings, RESUMABLE_LIFETIME_MS);
  const key = `doctor-${randomUUID()}`;
  const began = clock.now();
  try {
    const left = await withDeadline(tryStore(storage.store, key, signal), RESPONSE_LIMIT_MS);
    const ms = clock.now() - began;
    return healthy(
      `An object was written, read and deleted in ${ms} ms; unfinished parts: ${left}.`,
      `Обект беше записан, прочетен и изтрит за ${ms} мс; незавършени части: ${left}.`,
    );
  } catch (error) {
    await withDeadline(storage.store.remove([key]), SECOND_MS).catch(() => {});
    return wrong(
      'error',
      [
        `The store of files fails: ${reasonOf(error)}.`,
        `Хранилището за файлове не работи: ${reasonOf(error)}.`,
      ],
      settings.S3_BUCKET === undefined
        ? [
            'Check the free space of DATA_DIR and the right to write there.',
            'Проверете свободното място в DATA_DIR и правото за писане там.',
          ]
        : [
            'Check S3_ENDPOINT, S3_REGION, S3_BUCKET and the key, which must be allowed to read, write, list and delete.',
            'Проверете S3_ENDPOINT, S3_REGION, S3_BUCKET и ключа, който трябва да може да чете, пише, изброява и трие.',
          ],
    );
  } finally {
    storage.close();
  }
};

export const checkScanner: Check = async ({ settings }) => {
  const { CLAMAV_SOCKET, UPLOAD_MAX_FILE_SIZE } = settings;
  if (CLAMAV_SOCKET === undefined)
    return skipped(
      'CLAMAV_SOCKET is not set; uploaded files are not scanned.',
      'CLAMAV_SOCKET не е зададена; качените файлове не се проверяват за вируси.',
    );
  try {
    await ping(CLAMAV_SOCKET);
  } catch (error) {
    return wrong(
      'error',
      [`clamd does not answer: ${reasonOf(error)}.`, `clamd не отговаря: ${reasonOf(error)}.`],
      [
        'Check that clamd runs, CLAMAV_SOCKET, and the right to open it. Uploaded files wait until it answers.',
        'Проверете дали clamd работи, какво пише в CLAMAV_SOCKET и правото за достъп до него. Дотогава качените файлове чакат.',
      ],
    );
  }
  if (await takesSize(CLAMAV_SOCKET, UPLOAD_MAX_FILE_SIZE))
    return healthy(
      'clamd answers and takes the largest upload.',
      'clamd отговаря и приема и най-големия файл.',
    );
  return wrong(
    'degraded',
    [
      'clamd takes only smaller files than UPLOAD_MAX_FILE_SIZE; larger ones are removed after their upload.',
      'clamd приема само файлове, по-малки от UPLOAD_MAX_FILE_SIZE; по-големите се премахват след качването.',
    ],
    [
      'Set StreamMaxLength in clamd.conf to at least UPLOAD_MAX_FILE_SIZE and restart clamd, or lower UPLOAD_MAX_FILE_SIZE.',
      'Задайте в clamd.conf StreamMaxLength поне колкото UPLOAD_MAX_FILE_SIZE и рестартирайте clamd или намалете UPLOAD_MAX_FILE_SIZE.',
    ],
  );
};

const INTERVALS = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS } as const;

export const checkBackup: Check = async ({ settings, clock }) => {
  const { BACKUP_TO, BACKUP_EVERY } = settings;
  if (BACKUP_TO === undefined)
    return wrong(
      'degraded',
      ['The product writes no backups.', 'Сайтът не прави резервни копия.'],
      [
        'Set BACKUP_TO to a folder on another disk or to s3://BUCKET/PREFIX, or run npm run backup by a schedule of your own.',
        'Задайте в BACKUP_TO папка на друг диск или s3://BUCKET/PREFIX, или пускайте npm run backup по свой график.',
      ],
    );
  const folder = await examineBackupFolder(settings);
  if (folder !== null) return folder;
  const mend = [
    'Press “Back up now” at /admin?view=backups. If none appears, the log names failed runs of backup.write.',
    'Натиснете „Ново копие сега“ в /admin?view=backups. Ако не се появи копие, журналът посочва неуспешните backup.write.',
  ] as const;
  const backups = openBackups(settings, BACKUP_TO);
  const finding = newestBackup(backups, clock.now()).finally(() => backups.close());
  const newest = await withDeadline(finding, RESPONSE_LIMIT_MS).catch((error: unknown) =>
    reasonOf(error),
  );
  if (typeof newest === 'string')
    return wrong(
      'error',
      [
        `The backups in ${BACKUP_TO} cannot be read: ${newest}.`,
        `Резервните копия в ${BACKUP_TO} не могат да се прочетат: ${newest}.`,
      ],
      [
        'Check that its disk or bucket can be reached; for s3:// also S3_ENDPOINT and the key.',
        'Проверете дали дискът или хранилището са достъпни; при s3:// – също S3_ENDPOINT и ключа.',
      ],
    );
  if (newest === null)
    return wrong(
      'degraded',
      [`There is no backup in ${BACKUP_TO} yet.`, `В ${BACKUP_TO} още няма резервно копие.`],
      mend,
    );
  const [hours, hoursBg] = whole((clock.now() - newest) / HOUR_MS);
  return clock.now() - newest > 2 * INTERVALS[BACKUP_EVERY]
    ? wrong(
        'error',
        [
          `The newest backup is ${hours} h old.`,
          `Последното резервно копие е отпреди ${hoursBg} ч.`,
        ],
        mend,
      )
    : healthy(
        `The newest backup is ${hours} h old.`,
        `Последното резервно копие е отпреди ${hoursBg} ч.`,
      );
};
