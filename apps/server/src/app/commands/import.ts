import path from 'node:path';
import { parseArgs } from 'node:util';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { sourceGroupSchema, sourceGroups } from '@izgodno/contract/deals/vocabulary';
import { describeSettings, readConfiguration } from '#config/configuration.ts';
import type { Settings } from '#config/settings.ts';
import { systemClock } from '#platform/clock.ts';
import { openDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import type { Schema } from '#schema/schema.ts';
import {
  createMerchantFeed,
  openFeed,
  ImportError,
  importLimits,
  createRejectionReport,
  runImport,
  type ImportResult,
  createProgressDisplay,
} from '#features/sources/api.ts';
import { onInterrupt } from '../on-interrupt.ts';
import { reachDatabase } from '../reach-database.ts';
import { print, runCommand, UsageError } from './run-command.ts';

const USAGE = `Usage: npm run import -- FILE|URL [--source NAME] [--group ${sourceGroups.join('|')}]
                         [--commission|--no-commission] [--allow-shrink]

Imports a Google Merchant feed (RSS, Atom or tab-separated values, plain or gzip). The feed is the
source's full set: what it no longer holds is removed.

  --source NAME    the source's id, as the "source" filter takes it (default: the shop's host)
  --group GROUP    for a new source (default: other)
  --commission     its deals pay us a commission, which every card then says; --no-commission: they
                   do not (default: unchanged; a new source's do not)
  --allow-shrink   import also a feed that lost 90 % of its rows or more
`;

const readArguments = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    allowNegative: true,
    options: {
      source: { type: 'string' },
      group: { type: 'string', default: 'other' },
      commission: { type: 'boolean' },
      'allow-shrink': { type: 'boolean', default: false },
    },
  });
  const [origin, ...more] = positionals;
  if (origin === undefined || more.length > 0)
    throw new UsageError('Expected one file or address.');
  const group = parseUntrusted(sourceGroupSchema, values.group);
  if (!group.success) {
    throw new UsageError(`--group: expected ${sourceGroups.join(', ')}, got "${values.group}".`);
  }
  return {
    origin,
    sourceId: values.source,
    group: group.data,
    commission: values.commission,
    allowShrink: values['allow-shrink'],
  };
};

const describeResult = (
  { sourceId, counts, note, reportPath }: ImportResult,
  commission: boolean,
  seconds: number,
): string => {
  const number = new Intl.NumberFormat('en');
  const lines = [
    `Imported "${sourceId}": ${number.format(counts.rows)} rows in ${seconds.toFixed(1)} s (${number.format(Math.round(counts.rows / seconds))} rows/s)`,
    ...(['inserted', 'updated', 'unchanged', 'removed', 'rejected', 'duplicates'] as const).map(
      (name) => `  ${name.padEnd(11)}${number.format(counts[name]).padStart(10)}`,
    ),
  ];
  if (commission) {
    lines.push('Its cards say that we earn a commission; --no-commission takes that back.');
  }
  if (note !== null) lines.push(`${note.code}: ${note.detail}`);
  if (reportPath !== null) lines.push(`Rejected rows, one a line with the reason: ${reportPath}`);
  return lines.join('\n');
};

const importFeed = async (
  { origin, ...choices }: ReturnType<typeof readArguments>,
  settings: Settings,
  signal: AbortSignal,
): Promise<string> => {
  const display = createProgressDisplay(process.stderr, systemClock);
  const startedAt = systemClock.now();
  const reached = await reachDatabase(settings, print, { creates: true });
  const database = openDatabase<Schema>({
    connectionString: reached.connectionString,
    maxConnections: 1,
  });
  try {
    await migrate(reached.connectionString, { say: print, signal });
    const client = await database.pool.connect();
    // A connection error rejects the current query; without a listener the event would end the
    // process.
    client.on('error', () => {});
    const stamp = new Date(startedAt).toISOString().replace(/[:.]/g, '-');
    const result = await runImport({
      ...choices,
      client,
      connector: createMerchantFeed({
        origin,
        open: () => openFeed(origin, { contact: settings.BASE_URL, signal }),
        now: startedAt,
        limits: importLimits,
      }),
      limits: importLimits,
      createReport: (sourceId) =>
        createRejectionReport(
          path.join(settings.DATA_DIR, 'import-reports', `${sourceId}-${stamp}.jsonl`),
        ),
      onProgress: (progress) => display.update(progress),
      signal,
    }).finally(() => client.release(true));
    display.close();
    const seconds = (systemClock.now() - startedAt) / 1_000;
    const { commission } = await database.database
      .selectFrom('sources')
      .select('commission')
      .where('id', '=', result.sourceId)
      .executeTakeFirstOrThrow();
    return describeResult(result, commission, seconds);
  } finally {
    display.close();
    await database.close();
    await reached.release();
  }
};

const interrupted = new AbortController();
onInterrupt((signal) =>
  interrupted.abort(
    new ImportError('IMPORT_INTERRUPTED', `Stopped by ${signal}; run the import again.`),
  ),
);

await runCommand(
  USAGE,
  async () => {
    try {
      const choices = readArguments();
      return await importFeed(choices, readConfiguration(process.env), interrupted.signal);
    } catch (error) {
      throw error instanceof ImportError ? new Error(`${error.code}: ${error.message}`) : error;
    }
  },
  `${USAGE}\n${describeSettings()}`,
);
