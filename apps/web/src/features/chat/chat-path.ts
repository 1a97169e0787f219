/** Apart from the other paths of the chat, because the menu of every page has it. */
export const CHAT_PATH = '/chat';
