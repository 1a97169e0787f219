import { MAX_DEAL_MEDIA } from '@izgodno/contract/posts/calls';
import { currentLanguage, loadArea } from '#core/language/language.ts';
import { explainRejection } from '#core/uploads/browser/explain-rejection.ts';
import type { LeftOut } from './media-uploads.ts';

/** Says in lines why chosen files were left out. Throws if the texts for it cannot be loaded. */
export const explainLeftOut = async ({
  wrongKind,
  tooMany,
  rejection,
}: LeftOut): Promise<readonly string[]> => {
  await loadArea('posts');
  const { t } = currentLanguage();
  return [
    ...wrongKind.map((name) => t('posts.mediaRejected.type', { name })),
    ...(tooMany === 0
      ? []
      : [t('posts.mediaRejected.too-many', { maximum: MAX_DEAL_MEDIA, count: tooMany })]),
    ...(rejection === null ? [] : await explainRejection(rejection)),
  ];
};
