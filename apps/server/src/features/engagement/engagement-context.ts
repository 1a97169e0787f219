import type { Call } from '@izgodno/contract/common/call';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { CallHandler } from '#platform/http/add-call.ts';
import type { DealLookup } from '#features/deals/api.ts';
import type { Pseudonyms } from '#features/visitors/api.ts';
import type { Database } from '#schema/schema.ts';

/** What the functions of engagement work with. */
export interface EngagementContext {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly pseudonyms: Pseudonyms;
  readonly dealLookup: DealLookup;
}

/** The handler of a call on engagement. */
export type EngagementCall<C extends Call> = CallHandler<EngagementContext, C>;
