/** The page of the user's saved searches. */
export const SAVED_SEARCHES_PATH = '/favorites/searches';
