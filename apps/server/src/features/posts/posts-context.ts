import type { Call } from '@izgodno/contract/common/call';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { CallHandler } from '#platform/http/add-call.ts';
import type { DealLookup } from '#features/deals/api.ts';
import type { DealSearch } from '#features/search/api.ts';
import type { Files } from '#features/uploads/api.ts';
import type { Database } from '#schema/schema.ts';

/** What the functions of posts work with. */
export interface PostsContext {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly dealLookup: DealLookup;
  readonly search: DealSearch;
  readonly files: Files;
}

export type PostsCall<C extends Call> = CallHandler<PostsContext, C>;
