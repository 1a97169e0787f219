import { DealIndex } from '../index/deal-index.ts';
import { manyDeals } from '../index/deals.test-data.ts';
import { writeSnapshot } from './snapshot.ts';

/** Writes snapshots of more and more deals into the given folder, until it is killed. */
const [, , folder = ''] = process.argv;
const all = manyDeals(20_000);
const index = new DealIndex();
for (let count = 2_000; count <= all.length; count += 2_000) {
  index.apply(all.slice(count - 2_000, count), []);
  await writeSnapshot(folder, 'v1', { index, lastVersion: index.size, settledVersion: 0 });
  process.stdout.write(`${count}\n`);
}
process.exit(1);
