import type { Call } from '@izgodno/contract/common/call';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { CallHandler } from '#platform/http/add-call.ts';
import type { AuditTrail } from '#features/audit/api.ts';
import type { DealLookup } from '#features/deals/api.ts';
import type { NoticePublisher } from '#features/notices/api.ts';
import type { Database } from '#schema/schema.ts';

/** What the functions of sales work with. */
export interface SalesContext {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  readonly dealLookup: DealLookup;
  readonly noticePublisher: NoticePublisher;
}

/** The handler of a call of sales. */
export type SalesCall<C extends Call> = CallHandler<SalesContext, C>;
