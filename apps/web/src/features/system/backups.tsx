import { listBackups, startBackup } from '@izgodno/contract/system/backup-calls';
import type { CallOutput } from '@izgodno/contract/common/call';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { showFailure } from '#core/api/error-text.ts';
import { FailedQuery } from '#core/failed-query.tsx';
import { dateFormat } from '#core/format/date-format.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { Section } from '#shared/ui/section.tsx';
import styles from './system.module.css';

type BackupList = CallOutput<typeof listBackups>;

const backupsQuery = queryOptions({
  queryKey: ['system', 'backups'],
  queryFn: ({ signal }) => api.call(listBackups, {}, signal),
});

const Schedule = ({ schedule }: { schedule: NonNullable<BackupList['schedule']> }) => {
  const { t } = useLanguage();
  const { target, every, keep, isEncrypted } = schedule;
  const start = useMutation({
    mutationFn: () => api.call(startBackup, {}),
    onError: showFailure,
  });
  return (
    <>
      <p>
        {t(`backups.schedule.${every}`, { target, count: keep })}{' '}
        {t(isEncrypted ? 'backups.encrypted' : 'backups.plain')}
      </p>
      <Button
        className={styles['act'] ?? ''}
        disabled={start.isPending}
        onClick={() => start.mutate()}
      >
        {t('backups.start')}
      </Button>
      <output className={styles['muted']}>{start.isSuccess && t('backups.started')}</output>
    </>
  );
};

const Complete = ({ backups }: { backups: BackupList['backups'] }) => {
  const { t, code } = useLanguage();
  const format = dateFormat(code, { dateStyle: 'medium', timeStyle: 'short' });
  if (backups.length === 0) return <p>{t('backups.none')}</p>;
  return (
    <ul className={styles['rows']} aria-label={t('backups.title')}>
      {backups.map(({ name, createdAt }) => (
        <li key={name}>
          <p className={styles['name']}>{format.format(new Date(createdAt))}</p>
          <p className={styles['muted']} lang="en">
            {name}
          </p>
        </li>
      ))}
    </ul>
  );
};

/** The backups that the product writes by itself, and a button that starts one. */
export const Backups = () => {
  const { t } = useLanguage();
  const query = useQuery(backupsQuery);
  const { data } = query;
  return (
    <Section title={t('backups.title')} text={t('backups.text')}>
      {query.isError && <FailedQuery query={query} />}
      {query.isPending && <output className={styles['muted']}>{t('shell.loading')}</output>}
      {data?.schedule === null && <p>{t('backups.unconfigured')}</p>}
      {data !== undefined && data.schedule !== null && (
        <>
          <Schedule schedule={data.schedule} />
          <Complete backups={data.backups} />
          <Button
            className={styles['act'] ?? ''}
            disabled={query.isFetching}
            onClick={() => void query.refetch()}
          >
            {t('backups.again')}
          </Button>
        </>
      )}
    </Section>
  );
};
