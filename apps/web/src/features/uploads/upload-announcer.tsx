import { useEffect, useRef, useState } from 'react';
import { useLanguage, type CurrentLanguage } from '#core/language/language.ts';
import type { Upload } from '#core/uploads/engine/upload.ts';
import { uploadErrorText } from '#core/uploads/browser/upload-texts.ts';
import styles from './upload-manager.module.css';

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
export const UploadAnnouncer = ({ uploads }: { uploads: readonly Upload[] }) => {
  const language = useLanguage();
  const before = useRef<readonly Upload[]>([]);
  const [text, setText] = useState('');

  useEffect(() => {
    const said = announcements(language, before.current, uploads);
    before.current = uploads;
    if (said.length > 0) setText(said.join('. '));
  }, [language, uploads]);

  return (
    <output className={styles['unseen']} aria-live="polite">
      {text}
    </output>
  );
};
