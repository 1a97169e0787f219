import {
  addComment,
  deleteComment,
  listComments,
  updateComment,
} from '@izgodno/contract/chat/comment-calls';
import { basedOnOf, type Message } from '@izgodno/contract/chat/message';
import { addReaction, removeReaction } from '@izgodno/contract/chat/message-calls';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { takeEvent } from '#core/api/read-again.ts';
import { pagedQuery } from '#core/api/paged-query.ts';
import { putComment } from './comment-list.ts';

/** Refresh interval for visitors, who have no socket, in milliseconds; only on a visible page. */
export const REFRESH_INTERVAL_MS = 15_000;

export const commentsQuery = (dealId: string) =>
  pagedQuery(['comments', dealId], (query, signal) =>
    api.call(listComments, { params: { id: dealId }, query }, signal),
  );

/** Adds a new or changed comment to the loaded ones. */
export const takeComment = (queries: QueryClient, dealId: string, comment: Message): void => {
  takeEvent(queries, commentsQuery(dealId).queryKey, (data) => {
    const { pages } = data;
    const holding = pages.findIndex(({ comments }) => comments.some(({ id }) => id === comment.id));
    const into = Math.max(0, holding);
    const page = pages[into];
    if (page === undefined) return data;
    const changed = { ...page, comments: [...putComment(page.comments, comment)] };
    return { ...data, pages: pages.with(into, changed) };
  });
};

/** A comment as it is sent. */
export interface SentComment {
  /** With its mentions. */
  readonly text: string;
  /** The files of its images. */
  readonly fileIds: readonly string[];
  readonly clientId: string;
}

/** Throws `ApiError`. */
export const sendComment = async (
  queries: QueryClient,
  dealId: string,
  { fileIds, ...sent }: SentComment,
  replyTo?: string,
): Promise<void> => {
  const body = { ...sent, attachments: fileIds.map((fileId) => ({ fileId })), replyTo };
  const { comment } = await api.call(addComment, { params: { id: dealId }, body });
  takeComment(queries, dealId, comment);
};

/** Returns what the next edit is based on. Throws `ApiError`. */
export const editComment = async (
  queries: QueryClient,
  dealId: string,
  id: string,
  body: { readonly text: string; readonly basedOn: number | undefined },
): Promise<number> => {
  const { comment } = await api.call(updateComment, { params: { id }, body });
  takeComment(queries, dealId, comment);
  return basedOnOf(comment);
};

/** Adds or removes a reaction of the user. Throws `ApiError`. */
export const reactToComment = async (
  queries: QueryClient,
  dealId: string,
  id: string,
  { emoji, given }: { readonly emoji: string; readonly given: boolean },
): Promise<void> => {
  const { message } = await api.call(given ? addReaction : removeReaction, {
    params: { id, emoji },
  });
  takeComment(queries, dealId, message);
};

/** Deletes a comment, as a moderator for a reason. Throws `ApiError`. */
export const removeComment = async (
  queries: QueryClient,
  dealId: string,
  id: string,
  reason?: string,
): Promise<void> => {
  const body = reason === undefined ? {} : { reason };
  const { comment } = await api.call(deleteComment, { params: { id }, body });
  takeComment(queries, dealId, comment);
};
