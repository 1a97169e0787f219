import { POST_PATH } from '@izgodno/contract/site/post-path';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { LoadFailure } from '#core/load-failure.tsx';
import { Link } from '#core/router/link.tsx';
import { buttonClass } from '#shared/ui/button.tsx';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { Section } from '#shared/ui/section.tsx';
import { errorText } from '#core/api/error-text.ts';
import { relativeTime } from '#core/format/relative-time.ts';
import { fileSizeText } from '#core/uploads/browser/file-size.ts';
import { numberText } from '#core/format/number-format.ts';
import { useNow } from '#shared/hooks/use-now.ts';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { dashboardQuery, recentUploadsQuery, unreadMessagesQuery } from '../calls.ts';
import { DayChart } from './day-chart.tsx';
import styles from './dashboard.module.css';

/** The user's latest uploads. */
const RecentUploads = () => {
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

/** The metrics with a daily chart. */
const metrics = ['views', 'likes', 'favorites'] as const;

/** The user's own statistics. */
export const DashboardPage = () => {
  const { t } = useLanguage();
  return (
    <PageFrame title={t('dashboard.title')} width="wide">
      <Numbers />
      <RecentUploads />
    </PageFrame>
  );
};

const Numbers = () => {
  const { t } = useLanguage();
  const { data, error, refetch } = useQuery(dashboardQuery);
  const { data: unreadMessages } = useQuery(unreadMessagesQuery);
  if (data === undefined) {
    if (error === null) return <output>{t('shell.loading')}</output>;
    return <LoadFailure title="dashboard.failed" error={error} onRetry={() => void refetch()} />;
  }
  const { totals, days, unreadNotices } = data;
  const hasNumbers =
    totals.activeDeals > 0 || days.some((day) => metrics.some((metric) => day[metric] > 0));
  return (
    <>
      <dl className={styles['totals']}>
        <Total name={t('dashboard.activeDeals')} value={totals.activeDeals} />
        <Total name={t('dashboard.views')} value={totals.views} />
        <Total name={t('dashboard.likes')} value={totals.likes} />
        <Total name={t('dashboard.favorites')} value={totals.favorites} />
        <Total name={t('dashboard.unreadNotices')} value={unreadNotices} />
        {unreadMessages !== undefined && (
          <Total name={t('dashboard.unreadMessages')} value={unreadMessages} />
        )}
      </dl>
      <Section title={t('dashboard.overTime')} text={t('dashboard.overTimeText')}>
        {hasNumbers ? (
          <div className={styles['charts']}>
            {metrics.map((metric) => (
              <DayChart
                key={metric}
                title={t(`dashboard.${metric}`)}
                days={days.map((day) => ({ date: day.date, value: day[metric] }))}
              />
            ))}
          </div>
        ) : (
          <div className={styles['nothing']}>
            <p>{t('dashboard.none')}</p>
            <Link href={POST_PATH} className={buttonClass('primary')}>
              {t('dashboard.post')}
            </Link>
          </div>
        )}
      </Section>
    </>
  );
};

const Total = ({ name, value }: { name: string; value: number }) => {
  const { code } = useLanguage();
  return (
    <div>
      <dt>{name}</dt>
      <dd>{numberText(value, code)}</dd>
    </div>
  );
};
