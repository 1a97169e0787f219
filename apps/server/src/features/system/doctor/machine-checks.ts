import { readFile, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { lookup } from 'node:dns/promises';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { healthSchema, type Health } from '@izgodno/contract/system/calls';
import { unknownSettings } from '#config/configuration.ts';
import type { Settings } from '#config/settings.ts';
import { probeDataFolder } from '#platform/data-folder.ts';
import { healthy, skipped, tenths, whole, wrong, type Check } from './check.ts';
import { checkTables } from './search-tables.ts';

// Checks of the machine: port, disk, file descriptors, environment, and the index of the product
// that runs there.

/** Whether this port of an address can be opened now. */
const isFree = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });

/** The address at which this machine reaches the product. */
const localUrl = ({ HOST, PORT }: Pick<Settings, 'HOST' | 'PORT'>): string => {
  const host = ['0.0.0.0', '::'].includes(HOST) ? 'localhost' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
};

/** The health of the product that listens on the port; null without one. */
export const readHealth = async (
  settings: Settings,
  signal: AbortSignal,
): Promise<Health | null> => {
  try {
    const response = await fetch(`${localUrl(settings)}/api/health`, {
      signal,
      redirect: 'manual',
    });
    const parsed = parseUntrusted(healthSchema, await response.json());
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
};

export const checkPort: Check = async ({ settings }, signal) => {
  const { PORT, HOST } = settings;
  if (PORT === 0)
    return skipped(
      'PORT is 0: each start takes a free port.',
      'PORT е 0: при всяко стартиране се избира свободен порт.',
    );
  const ips = await lookup(HOST, { all: true }).catch(() => []);
  if (ips.length === 0)
    return wrong(
      'error',
      [`HOST names ${HOST}, which has no address.`, `HOST е ${HOST}, но това име няма адрес.`],
      [
        'Set HOST to an address of this machine, such as localhost or 0.0.0.0.',
        'Задайте в HOST адрес на тази машина, например localhost или 0.0.0.0.',
      ],
    );
  const free = await Promise.all(ips.map(({ address: ip }) => isFree(PORT, ip)));
  if (free.every(Boolean)) return healthy(`Port ${PORT} is free.`, `Порт ${PORT} е свободен.`);
  if ((await readHealth(settings, signal)) !== null)
    return healthy(`The product runs on port ${PORT}.`, `Сайтът работи на порт ${PORT}.`);
  return wrong(
    'error',
    [
      `Port ${PORT} of ${HOST} is in use by another program, or may not be used.`,
      `Порт ${PORT} на ${HOST} е зает от друга програма или е забранен.`,
    ],
    [
      'Stop the other program, or set PORT to another number above 1023.',
      'Спрете другата програма или задайте в PORT друго число над 1023.',
    ],
  );
};

const GIBIBYTE = 2 ** 30;
/** Free space below which uploads, indexes or backups soon fail. */
const LOW_DISK = { error: 0.2 * GIBIBYTE, degraded: 2 * GIBIBYTE } as const;

export const checkDisk: Check = async ({ settings: { DATA_DIR } }) => {
  const { status } = await probeDataFolder(DATA_DIR);
  if (status !== 'healthy')
    return wrong(
      'error',
      [`The folder ${DATA_DIR} cannot be written.`, `В папката ${DATA_DIR} не може да се пише.`],
      [
        'Free space on the disk, give this account the right to write there, or set DATA_DIR to another folder.',
        'Освободете място, дайте на този потребител право да пише там или задайте друга папка в DATA_DIR.',
      ],
    );
  const { bavail, bsize } = await statfs(DATA_DIR);
  const free = bavail * bsize;
  const [size, sizeBg] = tenths(free / GIBIBYTE);
  if (free >= LOW_DISK.degraded)
    return healthy(
      `${size} GB are free in ${DATA_DIR}.`,
      `В ${DATA_DIR} има ${sizeBg} GB свободно място.`,
    );
  return wrong(
    free < LOW_DISK.error ? 'error' : 'degraded',
    [`Only ${size} GB are free in ${DATA_DIR}.`, `В ${DATA_DIR} са останали само ${sizeBg} GB.`],
    [
      'Free space on this disk, or move DATA_DIR to a larger one.',
      'Освободете място на диска или преместете DATA_DIR на по-голям.',
    ],
  );
};

/** Descriptors beside those of visitors: database, index, files, logs. */
const OWN_DESCRIPTORS = 500;

export const checkDescriptors: Check = async ({ settings: { CONNECTIONS } }) => {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const limit = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1];
  if (limit === undefined)
    return skipped(
      'This system does not show its limit of file descriptors.',
      'Тази система не показва ограничението за отворени файлове.',
    );
  const needed = CONNECTIONS + OWN_DESCRIPTORS;
  const [most, mostBg] = limit === 'unlimited' ? [limit, 'неограничен'] : whole(Number(limit));
  const [wanted, wantedBg] = whole(needed);
  if (limit === 'unlimited' || Number(limit) >= needed)
    return healthy(
      `A process may open ${most} files; ${wanted} are needed.`,
      `Брой файлове, които един процес може да отвори: ${mostBg}; нужни са ${wantedBg}.`,
    );
  return wrong(
    'degraded',
    [
      `A process may open only ${most} files; CONNECTIONS needs ${wanted}.`,
      `Един процес може да отвори само ${mostBg} файла, а за CONNECTIONS са нужни ${wantedBg}.`,
    ],
    [
      `Raise the limit (LimitNOFILE=${needed} in the systemd unit, or ulimit -n ${needed}), or lower CONNECTIONS.`,
      `Увеличете ограничението (LimitNOFILE=${needed} в systemd или ulimit -n ${needed}) или намалете CONNECTIONS.`,
    ],
  );
};

export const checkEnvironment: Check = async ({ environment }) => {
  const unknown = unknownSettings(environment);
  if (unknown.length === 0)
    return healthy(
      'Every variable that looks like a setting is one.',
      'Всички променливи, които приличат на настройки, са настройки.',
    );
  const names = unknown.map(({ name, meant }) => (meant === null ? name : `${name} (${meant}?)`));
  return wrong(
    'degraded',
    [
      `These variables are no settings and have no effect: ${names.join(', ')}.`,
      `Тези променливи не са настройки и нямат ефект: ${names.join(', ')}.`,
    ],
    [
      'Correct or remove them; npm start -- --help lists the settings.',
      'Поправете ги или ги премахнете; npm start -- --help показва настройките.',
    ],
  );
};

export const checkIndex: Check = async ({ settings }, signal) => {
  const { SEARCH_URL: servers } = settings;
  const tables = servers === undefined ? null : await checkTables(servers);
  if (tables !== null && tables.status !== 'healthy') return tables;
  const index = (await readHealth(settings, signal))?.parts['index'];
  if (index === undefined)
    return (
      tables ??
      skipped(
        'The search index runs with the product, which does not answer on this machine.',
        'Индексът за търсене работи заедно със сайта, а той не отговаря на тази машина.',
      )
    );
  const { detail = '' } = index;
  if (index.status === 'healthy')
    return healthy(
      `The search index follows the database (${detail}).`,
      'Индексът за търсене следва базата данни.',
    );
  // A reading of this index fails only with the database.
  if (servers === undefined && index.status === 'error')
    return wrong(
      index.status,
      [
        'The search index cannot be examined while the database does not respond.',
        'Индексът за търсене не може да се провери, докато базата данни не отговаря.',
      ],
      [
        'Mend the database first; the index then follows it by itself.',
        'Първо оправете базата данни; след това индексът я настига сам.',
      ],
    );
  return wrong(
    index.status,
    [`The search index is behind: ${detail}.`, `Индексът за търсене изостава: ${detail}.`],
    [
      'Wait until it has loaded. If it stays behind, search the log for “index”, and restart this node.',
      'Изчакайте да се зареди. Ако изоставането продължи, потърсете „index“ в журнала и рестартирайте този възел.',
    ],
  );
};
