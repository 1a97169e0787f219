import { useLanguage } from '#core/language/language.ts';
import { statsOf, totalsOf } from '#core/upload-engine/progress.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { fileSizeText } from '#core/upload-browser/file-size.ts';
import type { SmallFormProps } from './small-form.ts';
import styles from './upload-manager.module.css';

/** The minimised manager: one line, opened again by a tap. */
export const CompactBar = ({ ref, uploads, onOpen }: SmallFormProps) => {
  const { t, code } = useLanguage();
  const { uploading, completed } = statsOf(uploads);
  const { sent, expected, average, chunks } = totalsOf(uploads);
  return (
    <button ref={ref} type="button" className={styles['bar']} onClick={onOpen}>
      {uploading > 0 ? <MediaIcon name="upload" size={18} /> : <Icon name="check" size={18} />}
      <span className={styles['barText']}>
        <strong>
          {uploading > 0
            ? t('uploads.countUploading', { count: uploading })
            : t('uploads.countCompleted', { count: completed })}
        </strong>{' '}
        <span>{t('uploads.average', { percent: average })}</span>{' '}
        <span className={styles['hint']}>
          {t('uploads.chunks', { current: chunks.current, total: chunks.total })}
        </span>{' '}
        <span className={styles['hint']}>
          {t('uploads.bytes', {
            sent: fileSizeText(sent, code),
            expected: fileSizeText(expected, code),
          })}
        </span>
      </span>{' '}
      <span className={styles['unseen']}>{t('uploads.expand')}</span>
      <span className={styles['barProgress']} style={{ inlineSize: `${average}%` }} />
    </button>
  );
};
