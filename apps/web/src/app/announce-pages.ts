import { TITLE_BADGE } from '#core/title-badge.ts';
import { announce } from '#shared/announce.ts';

/** How long a title lasts before it is said, in milliseconds: a page may set a better one. */
const SETTLE_MS = 400;

const titleNow = (): string => document.title.replace(TITLE_BADGE, '');

/**
 * Announces the title of each page that the user comes to. The browser does so only for pages that
 * it loads itself.
 */
export const announcePages = (): void => {
  let said = titleNow();
  let timer: ReturnType<typeof setTimeout> | undefined;
  new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const title = titleNow();
      if (title !== said) announce(title);
      said = title;
    }, SETTLE_MS);
  }).observe(document.head, { childList: true, subtree: true, characterData: true });
};
