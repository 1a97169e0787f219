import { closeMessageReports, listMessageReports } from '@izgodno/contract/chat/moderation-calls';
import {
  listReports,
  moderateDeal,
  type ModerationAction,
} from '@izgodno/contract/moderation/calls';
import {
  appealDecision,
  decideAppeal,
  listAppeals,
  listDecisions,
  type AppealOutcome,
} from '@izgodno/contract/moderation/appeal-calls';
import {
  closeMemberReports,
  listMemberReports,
} from '@izgodno/contract/moderation/member-report-calls';
import { removeRating } from '@izgodno/contract/sales/calls';
import * as sessionCalls from '@izgodno/contract/accounts/calls';
import { api } from '#core/api/api.ts';
import { pagedQuery } from '#core/api/paged-query.ts';

const key = 'moderation';
/** The prefix of all moderation queries: each decision changes the queue and the audit trail. */
export const moderationKey = [key] as const;

export const reportsQuery = pagedQuery([key, 'deals'], (query, signal) =>
  api.call(listReports, { query }, signal),
);

export const messageReportsQuery = pagedQuery([key, 'messages'], (query, signal) =>
  api.call(listMessageReports, { query }, signal),
);

export const memberReportsQuery = pagedQuery([key, 'members'], (query, signal) =>
  api.call(listMemberReports, { query }, signal),
);

export const appealsQuery = pagedQuery([key, 'appeals'], (query, signal) =>
  api.call(listAppeals, { query }, signal),
);

export const decisionsQuery = pagedQuery(['decisions'], (query, signal) =>
  api.call(listDecisions, { query }, signal),
);

/** All of these throw `ApiError`. */
export const decideOnDeal = async (
  id: string,
  action: ModerationAction,
  reason: string,
): Promise<void> => {
  await api.call(moderateDeal, { params: { id }, body: { action, reason } });
};

/** Closes the reports of a message, having deleted it or found nothing wrong. */
export const closeReports = async (
  messageId: string,
  outcome: 'deleted' | 'dismissed',
  reason: string,
): Promise<void> => {
  await api.call(closeMessageReports, { params: { messageId }, body: { outcome, reason } });
};

export const closeReportsOfMember = async (subjectId: string, reason: string): Promise<void> => {
  await api.call(closeMemberReports, { params: { subjectId }, body: { reason } });
};

export const removeReportedRating = async (id: string, reason: string): Promise<void> => {
  await api.call(removeRating, { params: { id }, body: { reason } });
};

export const appeal = async (decisionId: string, text: string): Promise<void> => {
  await api.call(appealDecision, { params: { id: decisionId }, body: { text } });
};

export const decideOnAppeal = async (
  id: string,
  outcome: AppealOutcome,
  reason: string,
): Promise<void> => {
  await api.call(decideAppeal, { params: { id }, body: { outcome, reason } });
};

export const endSessionsOf = async (userId: string, reason: string): Promise<void> => {
  await api.call(sessionCalls.signUserOut, { params: { userId }, body: { reason } });
};
