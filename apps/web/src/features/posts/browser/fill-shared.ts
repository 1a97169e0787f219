import { currentLanguage } from '#core/language/language.ts';
import { showToast } from '#shared/ui/toast.ts';
import { emptyDraft, isBlank } from '../model/draft.ts';
import type { SharedLink } from '../model/shared-link.ts';
import type { OpenDraft } from './open-draft.ts';

/** Begins a draft with a shared link; the draft before it can be taken back. */
export const fillShared = (open: OpenDraft, shared: SharedLink): void => {
  const before = open.draft.get();
  if (before.link === shared.link) return;
  open.replace(emptyDraft(crypto.randomUUID()));
  open.change(shared);
  if (isBlank(before)) return;
  const { t } = currentLanguage();
  showToast(t('posts.discarded'), 'info', undefined, {
    label: t('posts.undoStep'),
    run: () => open.change(before),
  });
};
