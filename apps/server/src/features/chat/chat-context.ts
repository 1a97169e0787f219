import { chatRates } from '@izgodno/contract/chat/limits';
import type { Call } from '@izgodno/contract/common/call';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { CallHandler } from '#platform/http/add-call.ts';
import type { RateWindows } from '#platform/http/call-rates.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { AuditTrail } from '#features/audit/api.ts';
import type { NoticePublisher } from '#features/notices/api.ts';
import type { Realtime } from '#features/realtime/api.ts';
import type { DealResponses, TextWords } from '#features/search/api.ts';
import type { Files } from '#features/uploads/api.ts';
import type { MessageWriter } from './messages/message-writer.ts';

/** What the functions of chat work with. */
export interface ChatContext {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly realtime: Realtime;
  readonly audit: AuditTrail;
  readonly noticePublisher: NoticePublisher;
  readonly files: Files;
  readonly words: TextWords;
  readonly findDeals: DealResponses['find'];
  readonly rateWindows: RateWindows;
  readonly writer: MessageWriter;
  /** The origins of links to our own deals. */
  readonly ownOrigins: readonly string[];
  /** The most files of one message. */
  readonly maxFiles: number;
}

/** The handler of a chat call. */
export type ChatCall<C extends Call> = CallHandler<ChatContext, C>;

export type RateName = keyof typeof chatRates;

/**
 * Counts one call against a limit that several calls share, or that applies only if a call does
 * something new. Throws `rate_limited` with the time to wait.
 */
export const countCall = (
  { rateWindows }: Pick<ChatContext, 'rateWindows'>,
  rate: RateName,
  key: string,
): void => rateWindows.take(chatRates[rate], `chat ${rate} ${key}`);
