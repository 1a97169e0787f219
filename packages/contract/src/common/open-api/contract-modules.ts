import type { Call } from '../call.ts';
import * as commonErrors from '../errors.ts';
import * as commonLocalisedName from '../localised-name.ts';
import * as commonMoney from '../money.ts';
import * as accountsAccountExport from '../../accounts/account-export.ts';
import * as accountsAdministrationCalls from '../../accounts/administration-calls.ts';
import * as accountsCalls from '../../accounts/calls.ts';
import * as accountsEmailCalls from '../../accounts/email-calls.ts';
import * as accountsKeyCalls from '../../accounts/key-calls.ts';
import * as accountsFactorCalls from '../../accounts/factor-calls.ts';
import * as accountsMailCalls from '../../accounts/mail-calls.ts';
import * as accountsPasskeys from '../../accounts/passkeys.ts';
import * as accountsSecondFactor from '../../accounts/second-factor.ts';
import * as accountsSession from '../../accounts/session.ts';
import * as auditCalls from '../../audit/calls.ts';
import * as blocksCalls from '../../blocks/calls.ts';
import * as chatChannelCalls from '../../chat/channel-calls.ts';
import * as chatChannel from '../../chat/channel.ts';
import * as chatCommentCalls from '../../chat/comment-calls.ts';
import * as chatDealChannel from '../../chat/deal-channel.ts';
import * as chatDraftCalls from '../../chat/draft-calls.ts';
import * as chatFindCalls from '../../chat/find-calls.ts';
import * as chatHookCalls from '../../chat/hook-calls.ts';
import * as chatInvitationCalls from '../../chat/invitation-calls.ts';
import * as chatInvitation from '../../chat/invitation.ts';
import * as chatMessageCalls from '../../chat/message-calls.ts';
import * as chatMessage from '../../chat/message.ts';
import * as chatModerationCalls from '../../chat/moderation-calls.ts';
import * as chatPresence from '../../chat/presence.ts';
import * as chatReceiptCalls from '../../chat/receipt-calls.ts';
import * as chatSavedCalls from '../../chat/saved-calls.ts';
import * as chatThreadCalls from '../../chat/thread-calls.ts';
import * as chatUnreadCalls from '../../chat/unread-calls.ts';
import * as chatUploadCalls from '../../chat/upload-calls.ts';
import * as chatUserCalls from '../../chat/user-calls.ts';
import * as dashboardCalls from '../../dashboard/calls.ts';
import * as dealsCalls from '../../deals/calls.ts';
import * as dealsChangeCalls from '../../deals/change-calls.ts';
import * as dealsClaimRecord from '../../deals/claim-record.ts';
import * as dealsDealId from '../../deals/deal-id.ts';
import * as dealsDealPage from '../../deals/deal-page.ts';
import * as dealsDeal from '../../deals/deal.ts';
import * as dealsDetails from '../../deals/details.ts';
import * as dealsLinkCalls from '../../deals/link-calls.ts';
import * as dealsPriceAssessment from '../../deals/price-assessment.ts';
import * as dealsPriceHistory from '../../deals/price-history.ts';
import * as dealsTags from '../../deals/tags.ts';
import * as dealsVocabulary from '../../deals/vocabulary.ts';
import * as engagementCalls from '../../engagement/calls.ts';
import * as locationsCalls from '../../locations/calls.ts';
import * as moderationAppealCalls from '../../moderation/appeal-calls.ts';
import * as moderationMemberReportCalls from '../../moderation/member-report-calls.ts';
import * as moderationCalls from '../../moderation/calls.ts';
import * as newsletterCalls from '../../newsletter/calls.ts';
import * as noticesCalls from '../../notices/calls.ts';
import * as noticesNotice from '../../notices/notice.ts';
import * as postsCalls from '../../posts/calls.ts';
import * as postsContactCalls from '../../posts/contact-calls.ts';
import * as priceAlertsCalls from '../../price-alerts/calls.ts';
import * as profilesCalls from '../../profiles/calls.ts';
import * as salesCalls from '../../sales/calls.ts';
import * as savedSearchesCalls from '../../saved-searches/calls.ts';
import * as searchCalls from '../../search/calls.ts';
import * as searchLogCalls from '../../search/log-calls.ts';
import * as searchUnderstood from '../../search/understood.ts';
import * as siteCalls from '../../site/calls.ts';
import * as sourcesCalls from '../../sources/calls.ts';
import * as sourcesLinkCalls from '../../sources/link-calls.ts';
import * as sourcesSource from '../../sources/source.ts';
import * as sourcesVisitCalls from '../../sources/visit-calls.ts';
import * as systemBackupCalls from '../../system/backup-calls.ts';
import * as systemCalls from '../../system/calls.ts';
import * as systemDoctorCalls from '../../system/doctor-calls.ts';
import * as systemMailCalls from '../../system/mail-calls.ts';
import * as systemNodeCalls from '../../system/node-calls.ts';
import * as systemUpkeepCalls from '../../system/upkeep-calls.ts';
import * as uploadsCalls from '../../uploads/calls.ts';
import * as uploadsFile from '../../uploads/file.ts';
import * as uploadsMultipart from '../../uploads/multipart.ts';
import * as visitorsCalls from '../../visitors/calls.ts';
import * as watchedPagesCalls from '../../watched-pages/calls.ts';
import * as webhooksCalls from '../../webhooks/calls.ts';

type Module = Readonly<Record<string, unknown>>;

/** The modules of the contract that export calls or schemas of responses, by their feature. */
export const contractModules = {
  common: [commonErrors, commonLocalisedName, commonMoney],
  accounts: [
    accountsAccountExport,
    accountsAdministrationCalls,
    accountsCalls,
    accountsEmailCalls,
    accountsFactorCalls,
    accountsKeyCalls,
    accountsMailCalls,
    accountsPasskeys,
    accountsSecondFactor,
    accountsSession,
  ],
  audit: [auditCalls],
  blocks: [blocksCalls],
  chat: [
    chatChannelCalls,
    chatChannel,
    chatCommentCalls,
    chatDealChannel,
    chatDraftCalls,
    chatFindCalls,
    chatHookCalls,
    chatInvitationCalls,
    chatInvitation,
    chatMessageCalls,
    chatMessage,
    chatModerationCalls,
    chatPresence,
    chatReceiptCalls,
    chatSavedCalls,
    chatThreadCalls,
    chatUnreadCalls,
    chatUploadCalls,
    chatUserCalls,
  ],
  dashboard: [dashboardCalls],
  deals: [
    dealsCalls,
    dealsChangeCalls,
    dealsClaimRecord,
    dealsDealId,
    dealsDealPage,
    dealsDeal,
    dealsDetails,
    dealsLinkCalls,
    dealsPriceAssessment,
    dealsPriceHistory,
    dealsTags,
    dealsVocabulary,
  ],
  engagement: [engagementCalls],
  locations: [locationsCalls],
  moderation: [moderationAppealCalls, moderationCalls, moderationMemberReportCalls],
  newsletter: [newsletterCalls],
  notices: [noticesCalls, noticesNotice],
  posts: [postsCalls, postsContactCalls],
  'price-alerts': [priceAlertsCalls],
  profiles: [profilesCalls],
  sales: [salesCalls],
  'saved-searches': [savedSearchesCalls],
  search: [searchCalls, searchLogCalls, searchUnderstood],
  site: [siteCalls],
  sources: [sourcesCalls, sourcesLinkCalls, sourcesSource, sourcesVisitCalls],
  system: [
    systemBackupCalls,
    systemCalls,
    systemDoctorCalls,
    systemMailCalls,
    systemNodeCalls,
    systemUpkeepCalls,
  ],
  uploads: [uploadsCalls, uploadsFile, uploadsMultipart],
  visitors: [visitorsCalls],
  'watched-pages': [watchedPagesCalls],
  webhooks: [webhooksCalls],
} as const satisfies Readonly<Record<string, readonly Module[]>>;

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'access' in value && 'response' in value;

/** A call with the name of its constant, which names it in OpenAPI, and its feature. */
export interface NamedCall {
  readonly name: string;
  readonly feature: string;
  readonly call: Call;
}

/** Everything that the modules export, by feature and name. */
export const contractExports: readonly {
  readonly feature: string;
  readonly name: string;
  readonly value: unknown;
}[] = Object.entries(contractModules).flatMap(([feature, modules]) =>
  modules.flatMap((module) =>
    Object.entries<unknown>({ ...module }).map(([name, value]) => ({ feature, name, value })),
  ),
);

/** Every call of the contract. */
export const everyCall: readonly NamedCall[] = contractExports.flatMap(({ feature, name, value }) =>
  isCall(value) ? [{ name, feature, call: value }] : [],
);
