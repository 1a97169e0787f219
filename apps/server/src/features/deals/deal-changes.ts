import type { FastifyInstance } from 'fastify';
import { listDealChanges } from '@izgodno/contract/deals/change-calls';
import { addCall } from '#platform/http/add-call.ts';
import type { CatalogueNames } from './catalogue-names.ts';
import type { DealRepository } from './deal-repository.ts';
import { presentDeal } from './present-deal.ts';

export interface DealChangesDependencies {
  readonly repository: DealRepository;
  readonly names: CatalogueNames;
}

/** Known versions by deal id; -1 where none is known. */
const knownVersions = (watched: readonly string[]): ReadonlyMap<number, number> =>
  new Map(
    watched.map((text) => {
      const [id, version = '-1'] = text.split('-');
      return [Number(id), Number(version)];
    }),
  );

/** What open pages ask from time to time, so that deals in sight stay true. */
export const registerDealChanges = (
  app: FastifyInstance,
  { repository, names }: DealChangesDependencies,
): void => {
  // Each deal is compared with its own version: numbers of the sequence are not committed in order,
  // so that one number for all could hide a change that came late.
  addCall(app, listDealChanges, async ({ query }) => {
    const known = knownVersions(query.ids);
    const rows = await repository.findByIds([...known.keys()]);
    const changed = rows.filter(({ id, change_seq }) => change_seq > (known.get(id) ?? -1));
    const present = await names.read(changed.map(({ source_id }) => source_id));
    const found = new Set(rows.map(({ id }) => id));
    return {
      changes: changed.map((row) => ({ version: row.change_seq, deal: presentDeal(row, present) })),
      gone: [...known.keys()].filter((id) => !found.has(id)).map(String),
    };
  });
};
