import type { FastifyInstance } from 'fastify';
import * as appealCalls from '@izgodno/contract/moderation/appeal-calls';
import * as calls from '@izgodno/contract/moderation/calls';
import * as memberReportCalls from '@izgodno/contract/moderation/member-report-calls';
import { createCallAdder } from '#platform/http/add-call.ts';
import { readDecisionsAbout, readExpiredVotesOf, readReportsBy } from './account-parts.ts';
import {
  appealDecision,
  decideAppeal,
  listAppeals,
  listDecisions,
  readAppealsOf,
} from './appeals.ts';
import { registerEndsOfReports } from './ends-of-reports.ts';
import { markExpired, unmarkExpired } from './expired-votes.ts';
import {
  closeMemberReports,
  closeReportsOf,
  holdReporters,
  listMemberReports,
  reportRating,
  reportUser,
} from './member-reports.ts';
import type { ModerationContext } from './moderation-context.ts';
import { listReports, moderateDeal, reportDeal } from './reports.ts';

export { closeReportsOf, holdReporters };

/** Registers reports, decisions, appeals and expired votes on deals. */
export const registerModeration = (app: FastifyInstance, context: ModerationContext): void => {
  const add = createCallAdder(app, context);
  add(calls.markExpired, markExpired);
  add(calls.unmarkExpired, unmarkExpired);
  add(calls.reportDeal, reportDeal);
  add(calls.listReports, listReports);
  add(calls.moderateDeal, moderateDeal);
  add(memberReportCalls.reportUser, reportUser);
  add(memberReportCalls.reportRating, reportRating);
  add(memberReportCalls.listMemberReports, listMemberReports);
  add(memberReportCalls.closeMemberReports, closeMemberReports);
  add(appealCalls.listDecisions, listDecisions);
  add(appealCalls.appealDecision, appealDecision);
  add(appealCalls.listAppeals, listAppeals);
  add(appealCalls.decideAppeal, decideAppeal);

  registerEndsOfReports(context);
  const { accountData, database } = context;
  accountData.exports('appeals', (userId) => readAppealsOf(database, userId));
  accountData.exports('reports', (userId) => readReportsBy(database, userId));
  accountData.exports('expiredVotes', (userId) => readExpiredVotesOf(database, userId));
  accountData.exports('decisions', (userId) => readDecisionsAbout(database, userId));
};
