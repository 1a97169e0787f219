import { dealListQuerySchema } from '@izgodno/contract/search/calls';
import { DEAL_PAGE_LIMIT } from '@izgodno/contract/deals/deal-page';
import { generatedDeals } from '@izgodno/demo/generated-deals';
import { DealIndex } from '@izgodno/server/features/search/engine/index/deal-index.ts';
import { everyByte } from '@izgodno/server/features/search/engine/index/filter-columns.ts';
import { SegmentBuilder } from '@izgodno/server/features/search/engine/index/segment-builder.ts';
import { toDealQuery } from '@izgodno/server/features/search/deal-query.ts';
import type { DealQuery } from '@izgodno/server/features/search/deal-search.ts';
import type { Bench } from '../bench.ts';
import { spread } from '../statistics.ts';
import { createQueryMix, type DealSample } from './query-mix.ts';

const SEED = 20_261_121;
/** As many as the replica puts into one segment when it loads all deals. */
const SEGMENT_SIZE = 65_536;
const WARM_UP = 1_500;
const SEARCHES_A_RUN = 4_000;
/** One deal in this many gives its words to the queries. */
const SAMPLED = 200;

const cpuMilliseconds = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

const build = (size: number): { index: DealIndex; sample: DealSample } => {
  const index = new DealIndex();
  const sample: DealSample[number][] = [];
  let builder = new SegmentBuilder();
  let id = 0;
  for (const deal of generatedDeals({ count: size, seed: SEED })) {
    id += 1;
    if (id % SAMPLED === 0) sample.push({ title: deal.title, location_id: deal.locationId });
    builder.add({
      ...deal,
      tags: [...deal.tags],
      id,
      version: id,
      source: deal.source.id,
      group: deal.source.group,
      location: deal.locationId,
      offer: null,
      rooms: null,
      area: null,
      price: deal.amountInEuro,
      total: deal.amountInEuro,
      ...everyByte(() => 0),
      discount: deal.discountPercent ?? 0,
      rating: deal.rating ?? 0,
      inStock: deal.availability === 'in_stock',
      postedAt: deal.postedAt * 1_000,
    });
    if (builder.size < SEGMENT_SIZE && id < size) continue;
    index.addSegment(builder.build(index.catalogue));
    builder = new SegmentBuilder();
  }
  while (index.mergeStep(1_000));
  index.prepare();
  return { index, sample };
};

const queryOf = (path: string): DealQuery => {
  const { searchParams } = new URL(path, 'http://localhost');
  const values = [...new Set(searchParams.keys())].map((name) => {
    const all = searchParams.getAll(name);
    return [name, all.length === 1 ? all[0] : all];
  });
  return toDealQuery(dealListQuerySchema.parse(Object.fromEntries(values)));
};

export const indexBench: Bench = {
  summary: 'processor time of the deal index alone for a search, none asked for twice',
  async run({ size = 1_000_000, runs = 3, say }) {
    say(`Building an index of ${size} deals`);
    const { index, sample } = build(size);
    const paths = createQueryMix(sample, WARM_UP + SEARCHES_A_RUN * runs * 2, SEED);
    const queries = [...new Set(paths)].map(queryOf);
    const searchAll = (from: number, to: number): void => {
      for (const query of queries.slice(from, to)) {
        index.search(query, DEAL_PAGE_LIMIT.default, null);
      }
    };
    searchAll(0, WARM_UP);
    const results: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const from = WARM_UP + run * SEARCHES_A_RUN;
      const began = cpuMilliseconds();
      searchAll(from, from + SEARCHES_A_RUN);
      results.push((cpuMilliseconds() - began) / SEARCHES_A_RUN);
      say(`run ${run + 1}: ${results.at(-1)} ms`);
    }
    return {
      deals: index.size,
      searchesPerRun: SEARCHES_A_RUN,
      runs,
      cpuMsPerSearch: spread(results),
    };
  },
};
