import { useEffect, useRef } from 'react';
import { useLanguage, type CurrentLanguage } from '#core/language/language.ts';
import type { Upload } from '#core/uploads/engine/upload.ts';
import { uploadErrorText } from '#core/uploads/browser/upload-texts.ts';

const announcements = (
  language: CurrentLanguage,
  before: readonly Upload[],
  now: readonly Upload[],
): string[] => {
  const { t } = language;
  const former = new Map(before.map((upload) => [upload.facts.id, upload.status]));
  const began = now.filter(({ facts }) => !former.has(facts.id)).length;
  const ended = now.flatMap((upload): string[] => {
    const name = upload.facts.fileName;
    if (former.get(upload.facts.id) === upload.status) return [];
    switch (upload.status) {
      case 'completed':
        return [t('uploads.announce.completed', { name })];
      case 'cancelled':
        return [t('uploads.announce.cancelled', { name })];
      case 'error':
        return [
          t('uploads.announce.failed', { name, reason: uploadErrorText(language, upload.error) }),
        ];
      default:
        return [];
    }
  });
  return began > 0 ? [t('uploads.announce.began', { count: began }), ...ended] : ended;
};

/** Announces starts and ends to screen readers; progress bars cover the percentages. */
export const useAnnouncements = (
  uploads: readonly Upload[],
  announce: (text: string) => void,
): void => {
  const language = useLanguage();
  const before = useRef<readonly Upload[]>([]);
  useEffect(() => {
    const said = announcements(language, before.current, uploads);
    before.current = uploads;
    if (said.length > 0) announce(said.join('. '));
  }, [language, uploads, announce]);
};
