import type { Ref } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { totalsOf, statsOf } from '#core/uploads/engine/progress.ts';
import { fileSizeText } from '#core/uploads/browser/file-size.ts';
import type { Upload } from '#core/uploads/engine/upload.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import styles from './upload-manager.module.css';

interface UploadCountProps {
  readonly uploads: readonly Upload[];
}

const CountIcon = ({ uploads }: UploadCountProps) => {
  const { uploading, failed } = statsOf(uploads);
  if (uploading > 0) return <MediaIcon name="upload" size={18} />;
  return <Icon name={failed > 0 ? 'warning' : 'check'} size={18} />;
};

/**
 * The number of active uploads or, if there is none, of completed ones (specification, section 2),
 * and of failed ones.
 */
const CountText = ({ uploads }: UploadCountProps) => {
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

/** The collapsed manager while uploads exist. */
export const SummaryPill = ({ ref, uploads, onOpen }: SmallFormProps) => {
  const { t } = useLanguage();
  return (
    <button ref={ref} type="button" className={styles['pill']} data-floats onClick={onOpen}>
      <CountIcon uploads={uploads} />
      <span className={styles['pillCount']}>
        <CountText uploads={uploads} />
      </span>{' '}
      <span className={styles['hint']}>{t('uploads.tapToExpand')}</span>
    </button>
  );
};

/** The props of the bar and the pill. */
export interface SmallFormProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly uploads: readonly Upload[];
  readonly onOpen: () => void;
}

/** The minimised manager: one line that a tap expands. */
export const CompactBar = ({ ref, uploads, onOpen }: SmallFormProps) => {
  const { t, code } = useLanguage();
  const { sent, expected, average, chunks } = totalsOf(uploads);
  return (
    <button ref={ref} type="button" className={styles['bar']} data-floats onClick={onOpen}>
      <CountIcon uploads={uploads} />
      <span className={styles['barText']}>
        <strong>
          <CountText uploads={uploads} />
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
