import { useLanguage } from '#core/language/language.ts';
import { statsOf } from '#core/uploads/engine/progress.ts';
import type { Upload } from '#core/uploads/engine/upload.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import styles from './upload-manager.module.css';

interface UploadCountProps {
  readonly uploads: readonly Upload[];
}

export const CountIcon = ({ uploads }: UploadCountProps) => {
  const { uploading, failed } = statsOf(uploads);
  if (uploading > 0) return <MediaIcon name="upload" size={18} />;
  return <Icon name={failed > 0 ? 'warning' : 'check'} size={18} />;
};

/**
 * The number of active uploads or, if there is none, of completed ones (specification, section 2),
 * and of failed ones.
 */
export const CountText = ({ uploads }: UploadCountProps) => {
  const { t } = useLanguage();
  const { uploading, completed, failed } = statsOf(uploads);
  if (uploading > 0) return t('uploads.countUploading', { count: uploading });
  return (
    <>
      {t('uploads.countCompleted', { count: completed })}
      {failed > 0 && (
        <>
          {' '}
          <span className={styles['failed']}>{t('uploads.countFailed', { count: failed })}</span>
        </>
      )}
    </>
  );
};
