import type { FastifyInstance } from 'fastify';
import { listDealChanges } from '@izgodno/contract/deals/change-calls';
import { addCall } from '#platform/http/add-call.ts';
import type { CatalogueNames } from '../catalogue-names.ts';
import type { DealRepository } from '../deal-repository.ts';
import { presentDeal } from '../present-deal.ts';

export interface DealChangesDependencies {
  readonly repository: DealRepository;
  readonly names: CatalogueNames;
}

/** Known versions by deal id; -1 if unknown. */
const knownVersions = (watched: readonly string[]): ReadonlyMap<number, number> =>
  new Map(
    watched.map((text) => {
      const [id, version = '-1'] = text.split('-');
      return [Number(id), Number(version)];
    }),
  );

/** The call that open pages poll to keep visible deals up to date. */
export const registerDealChanges = (
  app: FastifyInstance,
  { repository, names }: DealChangesDependencies,
): void => {
  // Each deal is compared with its own version, because change numbers are not committed in order
  // and one number for all could hide a late change.
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
