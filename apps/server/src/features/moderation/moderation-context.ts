import type { Call } from '@izgodno/contract/common/call';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { CallHandler } from '#platform/http/add-call.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { AccountData } from '#features/accounts/api.ts';
import type { AuditTrail } from '#features/audit/api.ts';
import type { DealLookup } from '#features/deals/api.ts';
import type { NoticePublisher } from '#features/notices/api.ts';
import type { Pseudonyms } from '#features/visitors/api.ts';
import type { Database } from '#schema/schema.ts';

/** What the functions of moderation work with. */
export interface ModerationContext {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly pseudonyms: Pseudonyms;
  readonly dealLookup: DealLookup;
  readonly accountData: AccountData;
  readonly audit: AuditTrail;
  readonly noticePublisher: NoticePublisher;
}

export type ModerationCall<C extends Call> = CallHandler<ModerationContext, C>;
