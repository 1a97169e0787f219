import { useLanguage } from '#core/language/language.ts';
import { remainingPercent } from '#core/session/status.ts';
import { useSession } from '#core/session/browser/use-session.ts';
import { useClock } from './use-clock.ts';
import styles from './account.module.css';

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
  if (phase.kind !== 'signed-in') {
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
      <TimeLeft expiresAt={phase.session.expiresAt} />
    </div>
  );
};
