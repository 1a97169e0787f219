import { connectorKinds } from '@izgodno/server/features/sources/registry/connector-kinds.ts';
import { putSource } from '@izgodno/server/features/sources/registry/source-rows.ts';
import { systemTiming } from '@izgodno/server/features/sources/politeness/timing.ts';
import { createReadings } from '@izgodno/server/features/sources/schedule/readings.ts';
import { runSource } from '@izgodno/server/features/sources/schedule/run-source.ts';
import { openDatabase } from '@izgodno/server/platform/database/database.ts';
import { createInProcessBus } from '@izgodno/server/platform/bus.ts';
import { createLogger } from '@izgodno/server/platform/logger.ts';
import type { Schema } from '@izgodno/server/schema/schema.ts';
import { volumes } from './responses.ts';

// A separate process, so that its peak memory is that of reading one source.
const [, , connectionString = '', name = '', rowsText = ''] = process.argv;
const volume = Object.entries(volumes).find(([own]) => own === name)?.[1](Number(rowsText));
const kind = connectorKinds.get(volume?.kind ?? '');
if (volume === undefined || kind === undefined) throw new Error(`There is no source "${name}".`);

const { database, pool } = openDatabase<Schema>({ connectionString });
await putSource(
  database,
  {
    id: name,
    name,
    kind: kind.name,
    group: kind.group,
    commission: kind.commission,
    config: volume.config,
    everySeconds: kind.everySeconds,
  },
  new Date(),
);
const bus = createInProcessBus();
const reader = {
  database,
  pool,
  network: { forReading: () => volume.http },
  timing: systemTiming,
  bus,
  readings: createReadings(bus),
  kinds: connectorKinds,
  credentials: new Map([
    ['PROFITSHARE_USER', 'user'],
    ['PROFITSHARE_KEY', 'key'],
    ['TRAVELPAYOUTS_TOKEN', 'token'],
  ]),
  logger: createLogger('silent'),
};
const { signal } = new AbortController();
const began = performance.now();
await runSource(reader, name, { allowShrink: false, asked: false, signal });
const seconds = (performance.now() - began) / 1_000;
const run = await database
  .selectFrom('import_runs')
  .select(['status', 'error_detail', 'row_count', 'inserted', 'updated'])
  .where('source_id', '=', name)
  .orderBy('id', 'desc')
  .executeTakeFirstOrThrow();
await database.destroy();
process.stdout.write(
  JSON.stringify({ ...run, seconds, peakMiB: process.resourceUsage().maxRSS / 1_024 }),
);
