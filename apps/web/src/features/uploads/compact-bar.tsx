import { useLanguage } from '#core/language/language.ts';
import { totalsOf } from '#core/uploads/engine/progress.ts';
import { fileSizeText } from '#core/uploads/browser/file-size.ts';
import { CountIcon, CountText } from './upload-count.tsx';
import type { SmallFormProps } from './small-form.ts';
import styles from './upload-manager.module.css';

/** The minimised manager: one line that a tap expands. */
export const CompactBar = ({ ref, uploads, onOpen }: SmallFormProps) => {
  const { t, code } = useLanguage();
  const { sent, expected, average, chunks } = totalsOf(uploads);
  return (
    <button ref={ref} type="button" className={styles['bar']} onClick={onOpen}>
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
