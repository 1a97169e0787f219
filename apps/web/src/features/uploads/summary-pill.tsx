import { useLanguage } from '#core/language/language.ts';
import { CountIcon, CountText } from './upload-count.tsx';
import type { SmallFormProps } from './small-form.ts';
import styles from './upload-manager.module.css';

/** The collapsed manager while uploads exist. */
export const SummaryPill = ({ ref, uploads, onOpen }: SmallFormProps) => {
  const { t } = useLanguage();
  return (
    <button ref={ref} type="button" className={styles['pill']} onClick={onOpen}>
      <CountIcon uploads={uploads} />
      <span className={styles['pillCount']}>
        <CountText uploads={uploads} />
      </span>{' '}
      <span className={styles['hint']}>{t('uploads.tapToExpand')}</span>
    </button>
  );
};
