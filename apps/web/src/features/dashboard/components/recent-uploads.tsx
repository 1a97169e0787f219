import { useQuery } from '@tanstack/react-query';
import { errorText } from '#core/api/error-text.ts';
import { relativeTime } from '#core/format/relative-time.ts';
import { useLanguage } from '#core/language/language.ts';
import { fileSizeText } from '#core/uploads/browser/file-size.ts';
import { useNow } from '#shared/hooks/use-now.ts';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { Section } from '#shared/ui/section.tsx';
import { recentUploadsQuery } from '../calls.ts';
import styles from './dashboard.module.css';

/** The user's latest uploads. */
export const RecentUploads = () => {
  const { t, code } = useLanguage();
  const now = useNow();
  const { data: uploads, error } = useQuery(recentUploadsQuery);
  return (
    <Section title={t('dashboard.uploads')}>
      {error !== null && <p role="alert">{t(errorText(error))}</p>}
      {uploads?.length === 0 && <p className={styles['muted']}>{t('dashboard.noUploads')}</p>}
      <ul className={styles['uploads']}>
        {uploads?.map(({ fileId, file, createdAt }) => (
          <li key={fileId}>
            <MediaIcon name={file.kind === 'image' ? 'image' : 'file'} />
            {file.status === 'ready' ? (
              <a href={file.url} target="_blank" rel="noopener">
                {file.name}
              </a>
            ) : (
              <span>{file.name}</span>
            )}
            <span className={styles['muted']}>
              {fileSizeText(file.size, code)} · {relativeTime(createdAt, now, code)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
};
