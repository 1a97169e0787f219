import { currentLanguage } from '#core/language/language.ts';
import { showToast } from '#shared/ui/toast.ts';
import { emptyDraft, isBlank } from '../model/draft.ts';
import { readSharedLink } from '../model/shared-link.ts';
import type { OpenDraft } from './open-draft.ts';

/**
 * Begins a draft with the shared link of the page's URL; the draft before it can be taken back. Returns
 * false if there is none.
 */
export const fillShared = (open: OpenDraft, query: string): boolean => {
  const shared = readSharedLink(query);
  if (shared === null) return false;
  const before = open.draft.get();
  if (before.link === shared.link) return true;
  open.replace(emptyDraft(crypto.randomUUID()));
  open.change(shared);
  if (isBlank(before)) return true;
  const { t } = currentLanguage();
  showToast(t('posts.discarded'), 'info', {
    action: { label: t('posts.undoStep'), run: () => open.change(before) },
  });
  return true;
};
