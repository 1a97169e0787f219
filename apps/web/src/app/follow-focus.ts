import { keepFocus } from '#shared/keep-focus.ts';
import { announcePages } from './announce-pages.ts';

/** Starts what users of keyboards and screen readers need between pages and after changes. */
export const followFocus = (): void => {
  keepFocus();
  announcePages();
};
