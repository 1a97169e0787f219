import { getHealth, type SystemStatus as Reported } from '@izgodno/contract/system/calls';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { remainingPercent } from '#core/session/status.ts';
import { useSession } from '#core/session/browser/use-session.ts';
import { api } from '#core/api/api.ts';
import { useClock } from './use-clock.ts';
import styles from './account.module.css';

const CHECK_INTERVAL_MS = 30_000;

const healthQuery = queryOptions({
  queryKey: ['system', 'health'],
  queryFn: async ({ signal }) => (await api.call(getHealth, { query: {} }, signal)).status,
  refetchInterval: CHECK_INTERVAL_MS,
  retry: false,
});

/** The product's status from its health check; unreachable counts as an error. */
export const SystemStatus = () => {
  const { t } = useLanguage();
  const { data, isError } = useQuery(healthQuery);
  const status: Reported | 'checking' = isError ? 'error' : (data ?? 'checking');
  return (
    <p className={styles['line']}>
      {t('system.title')}
      <span className={styles['status']} data-status={status}>
        {t(`system.${status}`)}
      </span>
    </p>
  );
};

const TimeLeft = ({ expiresAt }: { expiresAt: number }) => {
  const { t } = useLanguage();
  const now = useClock();
  return (
    <progress
      className={styles['progress']}
      aria-label={t('session.timeLeft')}
      max={100}
      value={remainingPercent(now, expiresAt)}
    />
  );
};

/** The status of the session and the remaining time. */
export const SessionPanel = () => {
  const { t } = useLanguage();
  const { phase, status } = useSession();
  const isOver = phase.kind === 'ended';
  if (phase.kind !== 'signed-in' && !isOver) {
    return (
      <div className={styles['panel']}>
        <p className={styles['strong']}>{t('session.notAuthenticated')}</p>
        <p>{t('session.signInPrompt')}</p>
      </div>
    );
  }
  return (
    <div className={styles['panel']}>
      <p className={styles['line']}>
        {t('session.panel')}
        <span className={styles['status']} data-status={status}>
          {t(`session.status.${status}`)}
        </span>
      </p>
      <TimeLeft expiresAt={isOver ? 0 : phase.session.expiresAt} />
    </div>
  );
};
