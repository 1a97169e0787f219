/** The page that lists one's saved searches. */
export const SAVED_SEARCHES_PATH = '/favorites/searches';
