/** The number of unread messages before the title of a page. */
export const TITLE_BADGE = /^\(\d+\+?\) /;
