import { MAX_ATTACHMENTS } from '@izgodno/contract/chat/limits';
import type { CurrentLanguage } from '#core/language/language.ts';
import { showToast } from '#shared/ui/toast.ts';

/** Returns the files that are attached beside those that were sent. */
export const withoutSent = (files: readonly File[], sent: readonly File[]): readonly File[] =>
  files.filter((file) => !sent.includes(file));

/** Returns as many files as a message takes, and shows how many are left out. */
export const withinLimit = (files: readonly File[], t: CurrentLanguage['t']): readonly File[] => {
  const count = files.length - MAX_ATTACHMENTS;
  if (count > 0) showToast(t('chat.filesLeftOut', { count, limit: MAX_ATTACHMENTS }), 'error');
  return files.slice(0, MAX_ATTACHMENTS);
};
