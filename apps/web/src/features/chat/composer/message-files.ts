import { ATTACHMENTS_LIMIT } from '@izgodno/contract/chat/limits';
import type { CurrentLanguage } from '#core/language/language.ts';
import { uploads } from '#core/uploads/browser/uploads.ts';
import { showToast } from '#shared/ui/toast.ts';

/** Returns the files that are attached beside those that were sent. */
export const withoutSent = (files: readonly File[], sent: readonly File[]): readonly File[] =>
  files.filter((file) => !sent.includes(file));

/** How many files a message takes: the default until the server has said it. */
const readLimit = (): number => {
  const { config } = uploads.state.get();
  return config.kind === 'ready' ? config.config.maxFiles : ATTACHMENTS_LIMIT.default;
};

/** Returns as many files as a message takes, and shows how many are left out. */
export const withinLimit = (files: readonly File[], t: CurrentLanguage['t']): readonly File[] => {
  const limit = readLimit();
  const count = files.length - limit;
  if (count > 0) showToast(t('chat.filesLeftOut', { count, limit }), 'error');
  return files.slice(0, limit);
};
