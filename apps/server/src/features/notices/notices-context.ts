import type { FastifyBaseLogger } from 'fastify';
import type { Call } from '@izgodno/contract/common/call';
import type { Clock } from '#platform/clock.ts';
import type { SessionLocks } from '#platform/database/session-locks.ts';
import type { CallHandler } from '#platform/http/add-call.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { Pusher } from '#platform/push/pusher.ts';
import type { Database } from '#schema/schema.ts';
import type { Publisher } from '#features/realtime/api.ts';

/** What the functions of notices work with. */
export interface NoticesContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly locks: SessionLocks;
  readonly logger: FastifyBaseLogger;
  readonly mailer: Mailer;
  readonly pusher: Pusher;
  readonly publisher: Publisher;
  readonly siteName: string;
  readonly baseUrl: string;
}

/** The handler of a call on notices. */
export type NoticeCall<C extends Call> = CallHandler<NoticesContext, C>;
