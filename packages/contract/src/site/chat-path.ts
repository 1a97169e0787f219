/** The chat; below it are its channels and lists. */
export const CHAT_PATH = '/chat';

/** Whether a path of the site is one of the chat's. */
export const isChatPath = (path: string): boolean =>
  path === CHAT_PATH || path.startsWith(`${CHAT_PATH}/`);
