export const CHAT_PATH = '/chat';

export const chatHref = (channelId: string): string => `${CHAT_PATH}/${channelId}`;

/** The URL of a message within its channel, by its `seq`. */
export const messageHref = (channelId: string, seq: number): string =>
  `${chatHref(channelId)}?message=${seq}`;

/** Returns the `seq` in a URL; null if there is none. */
export const messageOf = (query: string): number | null => {
  const seq = Number(new URLSearchParams(query).get('message'));
  return Number.isSafeInteger(seq) && seq > 0 ? seq : null;
};
