import type { FastifyInstance } from 'fastify';
import {
  listReports,
  markExpired,
  moderateDeal,
  reportDeal,
  unmarkExpired,
} from '@izgodno/contract/moderation/calls';
import { addCall } from '#platform/http/add-call.ts';
import { createExpiredVotes, type ExpiredVotesOptions } from './expired-votes.ts';
import { createReportService, type ReportServiceOptions } from './report-service.ts';

/** Registers reports, decisions and expired votes on deals. */
export const registerModeration = (
  app: FastifyInstance,
  dependencies: ExpiredVotesOptions & ReportServiceOptions,
): void => {
  const marks = createExpiredVotes(dependencies);
  const reports = createReportService(dependencies);

  addCall(app, markExpired, async ({ params, user, request }) =>
    marks.mark(user.id, Number(params.id), request.ip),
  );

  addCall(app, unmarkExpired, async ({ params, user }) => marks.unmark(user.id, Number(params.id)));

  addCall(app, reportDeal, async ({ params, body, user }) => {
    await reports.report(user.id, Number(params.id), body.reason, body.note);
    return {};
  });

  addCall(app, listReports, async ({ query, user }) =>
    reports.list(user, query.limit, query.cursor),
  );

  addCall(app, moderateDeal, async ({ params, body, user }) =>
    reports.judge(user, Number(params.id), body),
  );
};
