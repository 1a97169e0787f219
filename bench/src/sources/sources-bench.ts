import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { migrate } from '@izgodno/server/platform/database/migrate.ts';

const program = fileURLToPath(new URL('./read-source.ts', import.meta.url));
const run = promisify(execFile);

const measuredSchema = z.object({
  status: z.literal('succeeded'),
  row_count: z.int(),
  inserted: z.int(),
  updated: z.int(),
  seconds: z.number(),
  peakMiB: z.number(),
});

/** Reads these sources at volume twice, each time in a separate process: new, then unchanged. */
export const measureSources = async (
  connectionString: string,
  names: readonly string[],
  rows: number,
  say: (line: string) => void,
) => {
  await migrate(connectionString);
  const figures: Record<string, unknown> = {};
  for (const name of names) {
    const read = async () => {
      const { stdout } = await run(process.execPath, [
        '--max-semi-space-size=16',
        '--max-old-space-size=192',
        program,
        connectionString,
        name,
        String(rows),
      ]);
      const measured = measuredSchema.safeParse(JSON.parse(stdout));
      if (!measured.success) throw new Error(`${name}: ${stdout}`);
      return measured.data;
    };
    const fresh = await read();
    const again = await read();
    if (fresh.inserted !== rows || again.inserted + again.updated > 0) {
      throw new Error(`${name}: ${JSON.stringify({ fresh, again })}`);
    }
    const figure = {
      newRowsPerSecond: Math.round(rows / fresh.seconds),
      // A source read newest first is not read to its end again.
      unchangedRows: again.row_count,
      unchangedRowsPerSecond: Math.round(again.row_count / again.seconds),
      peakRssMiB: Math.round(Math.max(fresh.peakMiB, again.peakMiB)),
    };
    figures[name] = figure;
    say(`${name}, ${rows} rows: ${JSON.stringify(figure)}`);
  }
  return figures;
};
