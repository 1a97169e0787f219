import type { Translate } from '#core/language/language.ts';

/** The labels of mentions without a name: of everyone in the channel, or of a deleted account. */
export const mentionLabels = (t: Translate) => ({
  everybody: t('chat.everybody'),
  deleted: t('chat.deletedAccount'),
});
