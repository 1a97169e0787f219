/** How pages refer to offers elsewhere: they are advertisements, and get no access to the page. */
export const OFFER_REL = 'nofollow sponsored noopener';

/** A feed may contain any text; only web URLs become links. */
export const isWebUrl = (url: string | undefined): url is string =>
  url !== undefined && /^(?:https?:\/\/|\/(?!\/))/i.test(url);
