import { ApiError } from '@izgodno/contract/common/client';
import { getActivity, listChannels, markRead } from '@izgodno/contract/chat/channel-calls';
import { listDrafts, storeDraft, type MessageDraft } from '@izgodno/contract/chat/draft-calls';
import { MESSAGE_PAGE_LIMIT } from '@izgodno/contract/chat/limits';
import { reportReceived, type ReceivedRange } from '@izgodno/contract/chat/receipt-calls';
import { listMessages, sendMessage } from '@izgodno/contract/chat/message-calls';
import {
  getChatProfile,
  getLastActiveChannel,
  saveLastActiveMessage,
} from '@izgodno/contract/chat/user-calls';
import * as z from 'zod/mini';
import { api } from '#core/api/api.ts';
import type { ReadPosition } from './channels/channel-directory.ts';
import type { LastActiveSave } from './channels/last-active.ts';
import type { FetchedPage, PageWish } from './messages/message-logs.ts';
import type { Draft } from './composer/outbox.ts';
import type { SendOutcome } from './composer/outbox-sender.ts';

export const fetchChannels = async () => (await api.call(listChannels, { query: {} })).channels;

export const fetchDrafts = async () => (await api.call(listDrafts, { query: {} })).drafts;

export const saveDraft = (draft: MessageDraft) => api.call(storeDraft, { body: draft });

export const fetchActivity = async () => (await api.call(getActivity, { query: {} })).activity;

export const fetchPage = (
  channelId: string,
  wish: PageWish,
  limit: number = MESSAGE_PAGE_LIMIT.default,
): Promise<FetchedPage> =>
  api.call(listMessages, {
    params: { channelId },
    query: {
      limit,
      ...(wish.kind === 'newest' ? {} : { [wish.kind]: wish.seq }),
    },
  });

export const reportRanges = (ranges: ReceivedRange[]) =>
  api.call(reportReceived, { body: { ranges } });

export const saveRead = (channelId: string, { readSeq, unreadMarks }: ReadPosition) =>
  api.call(markRead, { params: { id: channelId }, body: { seq: readSeq, unreadMarks } });

/** No more than the specification names (section 7). */
const profileSchema = z.object({
  user: z.object({ lastActiveMessages: z.record(z.string(), z.string()) }),
});
const anyProfile = { ...getChatProfile, response: profileSchema };

export const fetchLastActive = async (userId: string): Promise<ReadonlyMap<string, string>> => {
  const { user } = await api.call(anyProfile, { params: { userId } });
  return new Map(Object.entries(user.lastActiveMessages));
};

export const fetchLastActiveChannel = async (userId: string): Promise<string | null> =>
  (await api.call(getLastActiveChannel, { params: { id: userId } })).lastActiveChannel;

export const saveLastActive = async (save: LastActiveSave, now: number): Promise<void> => {
  const { userId, channelId, messageId, interactionType } = save;
  await api.call(saveLastActiveMessage, {
    params: { userId, channelId },
    body: {
      lastActiveMessage: messageId,
      interactionType,
      timestamp: new Date(now).toISOString(),
    },
  });
};

/** The status of rate limits and slow mode. */
const TOO_MANY = 429;

/** Whether a call had no response: no connection, or none in time. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 0;

/** Whether a retry may succeed after an error: no connection, rate limits and server errors. */
export const isPassing = (error: unknown): boolean => {
  if (!(error instanceof ApiError)) return false;
  const { status } = error;
  return status === 0 || status === 401 || status === 408 || status === TOO_MANY || status >= 500;
};

export const send = async (draft: Draft): Promise<SendOutcome> => {
  const { channelId, clientId, text, attachments, replyTo } = draft;
  try {
    const { message } = await api.call(sendMessage, {
      body: {
        channelId,
        clientId,
        text,
        attachments: [...attachments],
        ...(replyTo === null ? {} : { replyTo }),
      },
    });
    return { kind: 'stored', message };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isPassing(error)) {
      const { retryAfter, status, code } = error;
      return {
        kind: 'postponed',
        retryAfterMs: retryAfter === undefined ? null : retryAfter * 1_000,
        code: status === TOO_MANY ? code : null,
      };
    }
    return { kind: 'refused', rejection: { code: error.code, message: error.message } };
  }
};
