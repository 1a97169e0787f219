import type { Call } from '@izgodno/contract/common/call';
import type { Clock } from '#platform/clock.ts';
import type { CallHandler } from '#platform/http/add-call.ts';
import type { DealLookup } from '#features/deals/api.ts';
import type { EngagementContext } from '#features/engagement/api.ts';
import type { NoticePublisher } from '#features/notices/api.ts';
import type { ProductPages } from '#features/sources/api.ts';
import type { Database } from '#schema/schema.ts';

/** What the functions of watched pages work with. */
export interface WatchedPagesContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly dealLookup: DealLookup;
  readonly pseudonyms: EngagementContext['pseudonyms'];
  readonly noticePublisher: NoticePublisher;
  readonly productPages: ProductPages;
}

/** The handler of a call on watched pages. */
export type WatchedPagesCall<C extends Call> = CallHandler<WatchedPagesContext, C>;
