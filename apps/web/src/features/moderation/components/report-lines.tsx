import { relativeTime } from '#core/format/relative-time.ts';
import { useLanguage } from '#core/language/language.ts';
import { useNow } from '#shared/hooks/use-now.ts';
import styles from './moderation.module.css';

export interface ReportLine {
  readonly key: string;
  readonly reason: string;
  readonly note: string;
  /** Empty for a deleted account. */
  readonly reporter: string;
  readonly createdAt: string;
}

/** The reports about one subject. */
export const ReportLines = ({ reports }: { readonly reports: readonly ReportLine[] }) => {
  const { code, t } = useLanguage();
  const now = useNow();
  return (
    <ul className={styles['reports']}>
      {reports.map(({ key, reason, note, reporter, createdAt }) => (
        <li key={key}>
          <strong>{reason}</strong>
          {note !== '' && ` – ${note}`}{' '}
          <span className={styles['muted']}>
            {reporter === '' ? t('moderation.deletedAccount') : reporter},{' '}
            {relativeTime(createdAt, now, code)}
          </span>
        </li>
      ))}
    </ul>
  );
};
