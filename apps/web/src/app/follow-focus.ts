import { note } from '#core/log.ts';
import { offerReload } from '#core/offline/offer-reload.ts';
import { splitFormerDrafts } from '#features/chat/composer/split-former-drafts.ts';
import { keepFocus } from '#shared/keep-focus.ts';
import { askWhereTyped } from '#shared/ask-where-typed.ts';
import { announcePages } from './announce-pages.ts';

/**
 * Starts what users of keyboards and screen readers need between pages and after changes, and what
 * nothing needs before a field has the focus.
 */
export const followFocus = (): void => {
  keepFocus();
  announcePages();
  askWhereTyped();
  splitFormerDrafts();
  offerReload().catch((error: unknown) => note('A reload is not offered', error));
};
