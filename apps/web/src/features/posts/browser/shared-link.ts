import { DEAL_TITLE_LENGTH } from '@izgodno/contract/posts/calls';
import { currentLanguage } from '#core/language/language.ts';
import { showToast } from '#shared/ui/toast.ts';
import { emptyDraft, isBlank } from '../model/draft.ts';
import type { OpenDraft } from './open-draft.ts';

/** What another application shared with the installed one. */
export interface SharedLink {
  readonly link: string;
  readonly title: string;
}

const isWebUrl = (text: string): boolean => URL.canParse(text) && /^https?:/i.test(text);

/** The shared link in the page's URL; null if there is none. Phones often share it within the text. */
export const readSharedLink = (query: string): SharedLink | null => {
  const parameters = new URLSearchParams(query);
  const text = parameters.get('text') ?? '';
  const link = [parameters.get('link') ?? '', ...text.split(/\s+/)].find(isWebUrl);
  if (link === undefined) return null;
  const title = parameters.get('title') ?? text.replace(link, '');
  return { link, title: title.trim().slice(0, DEAL_TITLE_LENGTH.maximum) };
};

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
