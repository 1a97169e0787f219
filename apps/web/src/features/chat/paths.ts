import { CHAT_PATH } from '@izgodno/contract/site/chat-path';

export const chatHref = (channelId: string): string => `${CHAT_PATH}/${channelId}`;

/** What the chat shows in place of a channel: `/chat/threads`. */
export const chatLists = ['search', 'threads', 'saved'] as const;
export type ChatList = (typeof chatLists)[number];

/** Whether the `:channelId` of a path names a list. */
export const isChatList = (channelId: string | undefined): channelId is ChatList =>
  chatLists.some((list) => list === channelId);

/** The URL of a search for messages, files and deals. */
export const findHref = (q: string): string =>
  `${CHAT_PATH}/search${q === '' ? '' : `?${new URLSearchParams({ q })}`}`;

/** The URL of a message within its channel, by its `seq`. */
export const messageHref = (channelId: string, seq: number): string =>
  `${chatHref(channelId)}?message=${seq}`;

/** Returns the `seq` in a URL; null if there is none. */
export const messageOf = (query: string): number | null => {
  const seq = Number(new URLSearchParams(query).get('message'));
  return Number.isSafeInteger(seq) && seq > 0 ? seq : null;
};

/** The URL of a thread beside its channel, by the id of its first message. */
export const threadHref = (channelId: string, rootId: string): string =>
  `${chatHref(channelId)}?thread=${rootId}`;

/** Returns the id of the first message of the thread in a URL; null if there is none. */
export const threadOf = (query: string): string | null => new URLSearchParams(query).get('thread');

/** The URL that opens the direct conversation with a user, about a deal if one is given. */
export const directHref = (userId: string, dealId?: string): string =>
  `${CHAT_PATH}?${new URLSearchParams({ to: userId, ...(dealId === undefined ? {} : { deal: dealId }) })}`;

export interface WantedDirect {
  readonly userId: string;
  readonly dealId: string | undefined;
}

/** Returns the conversation that a URL of `directHref` opens; null for any other URL. */
export const directOf = (query: string): WantedDirect | null => {
  const parameters = new URLSearchParams(query);
  const userId = parameters.get('to');
  return userId === null ? null : { userId, dealId: parameters.get('deal') ?? undefined };
};
