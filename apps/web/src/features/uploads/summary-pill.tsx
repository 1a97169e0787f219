import { useLanguage } from '#core/language/language.ts';
import { statsOf } from '#core/upload-engine/progress.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import type { SmallFormProps } from './small-form.ts';
import styles from './upload-manager.module.css';

/** What is left of the manager once it is closed and uploads are there. */
export const SummaryPill = ({ ref, uploads, onOpen }: SmallFormProps) => {
  const { t } = useLanguage();
  const { uploading, completed } = statsOf(uploads);
  return (
    <button ref={ref} type="button" className={styles['pill']} onClick={onOpen}>
      {uploading > 0 ? <MediaIcon name="upload" size={18} /> : <Icon name="check" size={18} />}
      <span className={styles['pillCount']}>
        {uploading > 0
          ? t('uploads.countUploading', { count: uploading })
          : t('uploads.countCompleted', { count: completed })}
      </span>{' '}
      <span className={styles['hint']}>{t('uploads.tapToExpand')}</span>
    </button>
  );
};
