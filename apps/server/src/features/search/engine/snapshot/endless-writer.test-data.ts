import { DealIndex } from '../index/deal-index.ts';
import { manyDeals } from '../index/deals.test-data.ts';
import { writeSnapshot } from './snapshot.ts';

/** Writes snapshots of more and more deals into the given folder, until it is killed. */
const [, , folder = ''] = process.argv;
const all = manyDeals(10_000);
const index = new DealIndex();
for (let count = 1_000; count <= all.length; count += 1_000) {
  index.apply(all.slice(count - 1_000, count), []);
  const position = { snapshot: String(index.size), timeline: '' };
  await writeSnapshot(folder, 'v1', { index, position });
  process.stdout.write(`${count}\n`);
}
process.exit(1);
