import * as z from 'zod/mini';
import type { Call } from '@izgodno/contract/common/call';
import * as dealChangeCalls from '@izgodno/contract/deals/change-calls';
import * as dealCalls from '@izgodno/contract/deals/calls';
import * as linkCalls from '@izgodno/contract/deals/link-calls';
import * as visitCalls from '@izgodno/contract/deals/visit-calls';
import * as priceHistoryCalls from '@izgodno/contract/deals/price-history';
import * as judgingCalls from '@izgodno/contract/deals/judging-calls';
import * as keepingCalls from '@izgodno/contract/deals/keeping-calls';
import * as postingCalls from '@izgodno/contract/deals/posting-calls';
import * as auditCalls from '@izgodno/contract/moderation/calls';
import * as noticeCalls from '@izgodno/contract/notices/calls';
import * as geoCalls from '@izgodno/contract/geo/calls';
import * as pageCalls from '@izgodno/contract/pages/calls';
import * as profileCalls from '@izgodno/contract/profile/calls';
import * as savedSearchCalls from '@izgodno/contract/saved-searches/calls';
import * as locationCalls from '@izgodno/contract/locations/calls';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import * as messageCalls from '@izgodno/contract/chat/message-calls';
import * as chatModerationCalls from '@izgodno/contract/chat/moderation-calls';
import * as personCalls from '@izgodno/contract/chat/person-calls';
import * as exportCalls from '@izgodno/contract/session/account-export';
import * as factorCalls from '@izgodno/contract/session/factor-calls';
import * as mailCalls from '@izgodno/contract/session/mail-calls';
import * as sessionCalls from '@izgodno/contract/session/calls';
import * as sourceCalls from '@izgodno/contract/sources/calls';
import * as systemCalls from '@izgodno/contract/system/calls';
import * as uploadCalls from '@izgodno/contract/uploads/calls';

const callSchema = z.object({ method: z.string(), path: z.string(), summary: z.string() });

const isCall = (value: unknown): value is Call => callSchema.safeParse(value).success;

/** Every call of the contract. */
export const contractCalls: readonly Call[] = [
  channelCalls,
  messageCalls,
  chatModerationCalls,
  personCalls,
  dealChangeCalls,
  dealCalls,
  linkCalls,
  judgingCalls,
  keepingCalls,
  postingCalls,
  auditCalls,
  noticeCalls,
  geoCalls,
  pageCalls,
  profileCalls,
  savedSearchCalls,
  locationCalls,
  priceHistoryCalls,
  visitCalls,
  sessionCalls,
  exportCalls,
  mailCalls,
  factorCalls,
  sourceCalls,
  systemCalls,
  uploadCalls,
].flatMap((module) => Object.values<unknown>(module).filter(isCall));
