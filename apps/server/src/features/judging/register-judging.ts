import type { FastifyInstance } from 'fastify';
import {
  listReports,
  markExpired,
  moderateDeal,
  reportDeal,
  unmarkExpired,
} from '@izgodno/contract/deals/judging-calls';
import { addCall } from '#platform/http/add-call.ts';
import { requireUser } from '#platform/http/authentication.ts';
import { createExpiredMarks, type ExpiredMarksOptions } from './expired-marks.ts';
import { createReportService, type ReportServiceOptions } from './report-service.ts';

/** What members and moderators think of deals. */
export const registerJudging = (
  app: FastifyInstance,
  dependencies: ExpiredMarksOptions & ReportServiceOptions,
): void => {
  const marks = createExpiredMarks(dependencies);
  const reports = createReportService(dependencies);

  addCall(app, markExpired, async ({ params, request }) =>
    marks.mark((await requireUser(request)).id, Number(params.id), request.ip),
  );

  addCall(app, unmarkExpired, async ({ params, request }) =>
    marks.unmark((await requireUser(request)).id, Number(params.id)),
  );

  addCall(app, reportDeal, async ({ params, body, request }) => {
    const who = await requireUser(request);
    await reports.report(who.id, Number(params.id), body.reason, body.note);
    return {};
  });

  addCall(app, listReports, async ({ query, request }) =>
    reports.list(await requireUser(request), query.limit, query.cursor),
  );

  addCall(app, moderateDeal, async ({ params, body, request }) =>
    reports.judge(await requireUser(request), Number(params.id), body),
  );
};
