import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { FareCheck, FareState } from '../visit/fare-state.ts';
import type { SourceHttp } from '../source-http.ts';
import { checkFare } from './check-fare.ts';
import { createTravelpayoutsApi } from './travelpayouts-api.ts';
import { travelpayouts } from './travelpayouts.ts';

/** The longest wait of a visitor before the redirect, in milliseconds. */
const DEADLINE_MS = 2_500;
/** How long a source's response is cached. */
const REMEMBERED_MS = 60_000;
const MEMORY = 5_000;

export interface FareCheckOptions {
  readonly database: Database;
  /** The requests of one check. */
  readonly httpFor: (signal: AbortSignal) => SourceHttp;
  /** The credentials that sources may name. */
  readonly credentials: ReadonlyMap<string, string>;
  readonly clock: Clock;
  readonly deadlineMs?: number;
}

/** Checks fares of sources that support it; those of others are `unknown`. */
export const createFareCheck = ({
  database,
  httpFor,
  credentials,
  clock,
  deadlineMs = DEADLINE_MS,
}: FareCheckOptions): FareCheck => {
  const answers = new Map<number, { readonly at: number; readonly state: FareState }>();

  const ask = async (dealId: number, signal: AbortSignal): Promise<FareState> => {
    const deal = await database
      .selectFrom('deals')
      .innerJoin('sources', 'sources.id', 'deals.source_id')
      .select(['deals.external_id', 'sources.config'])
      .where('deals.id', '=', dealId)
      .where('sources.kind', '=', travelpayouts.name)
      .executeTakeFirst();
    if (deal === undefined) return { state: 'unknown' };
    const { baseUrl, token } = expectShape(travelpayouts.config, deal.config);
    const value = credentials.get(token);
    if (value === undefined) return { state: 'unknown' };
    const api = createTravelpayoutsApi({ http: httpFor(signal), baseUrl, token: value });
    return checkFare(api, deal.external_id);
  };

  return {
    async check(dealId, signal) {
      const known = answers.get(dealId);
      if (known !== undefined && clock.now() - known.at < REMEMBERED_MS) return known.state;
      try {
        const state = await ask(dealId, AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]));
        if (answers.size >= MEMORY) answers.clear();
        if (state.state !== 'unknown') answers.set(dealId, { at: clock.now(), state });
        return state;
      } catch {
        // The visitor goes on whatever the source's error is; the operations page shows it.
        return { state: 'unknown' };
      }
    },
  };
};
