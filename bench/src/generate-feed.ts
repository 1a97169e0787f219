import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  expectedCounts,
  generateFeed,
  type FeedOptions,
} from '../../apps/server/test/generate-feed.ts';
import { readArguments } from '../../scripts/read-arguments.ts';

/** Writes a merchant feed of any size as a stream. */
export const writeFeed = (file: string, options: FeedOptions): Promise<void> =>
  pipeline(Readable.from(generateFeed(options)), createWriteStream(file));

if (import.meta.main) {
  const { values, positionals } = readArguments(
    'Usage: node bench/src/generate-feed.ts FILE [--rows N] [--dirt-every N]\n\n`--dirt-every 100` adds each kind of dirt to one row in a hundred.',
    {
      allowPositionals: true,
      options: { rows: { type: 'string', default: '200000' }, 'dirt-every': { type: 'string' } },
    },
    { least: 1, most: 1 },
  );
  const [file = ''] = positionals;
  const dirtEvery = values['dirt-every'];
  const options: FeedOptions = {
    rows: Number(values.rows),
    ...(dirtEvery === undefined ? {} : { dirtEvery: Number(dirtEvery) }),
  };
  await writeFeed(file, options);
  process.stdout.write(`${JSON.stringify(expectedCounts(options), null, 2)}\n`);
}
