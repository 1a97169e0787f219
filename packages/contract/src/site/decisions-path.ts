/** What moderators decided about the user's content, with the appeals. */
export const DECISIONS_PATH = '/settings#decisions';
