import { listJobs, retryJob, type FailedJob } from '@izgodno/contract/system/upkeep-calls';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { FailedQuery } from '#core/failed-query.tsx';
import { dateFormat } from '#core/format/date-format.ts';
import { useLanguage } from '#core/language/language.ts';
import { showFailure } from '#core/api/error-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { Section } from '#shared/ui/section.tsx';
import { showToast } from '#shared/ui/toast.ts';
import styles from './system.module.css';

const jobsQuery = queryOptions({
  queryKey: ['system', 'jobs'],
  queryFn: ({ signal }) => api.call(listJobs, {}, signal),
});

const states = ['ready', 'deferred', 'active', 'failed'] as const;

const FailedRow = ({ job: { id, kind, failedAt, attempts, error } }: { job: FailedJob }) => {
  const { t, code } = useLanguage();
  const queries = useQueryClient();
  const retry = useMutation({
    mutationFn: () => api.call(retryJob, { params: { id } }),
    onSuccess: () => void showToast(t('jobs.retried'), 'success'),
    onError: showFailure,
    onSettled: () => queries.invalidateQueries({ queryKey: jobsQuery.queryKey }),
  });
  const date = dateFormat(code, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(failedAt),
  );
  return (
    <li className={styles['row']} data-status="error">
      <p className={styles['name']}>{kind}</p>
      <p className={styles['muted']}>{t('jobs.failedAt', { date, count: attempts })}</p>
      <p lang="en">{error}</p>
      <Button
        aria-label={t('jobs.retryLabel', { kind })}
        disabled={retry.isPending}
        onClick={() => retry.mutate()}
      >
        {t('jobs.retry')}
      </Button>
    </li>
  );
};

/** Background jobs by state, and the failed ones, each with another attempt. */
export const Jobs = () => {
  const { t } = useLanguage();
  const query = useQuery(jobsQuery);
  const { data } = query;
  return (
    <Section title={t('jobs.title')} text={t('jobs.text')}>
      {query.isError && <FailedQuery query={query} />}
      {query.isPending && <output className={styles['muted']}>{t('shell.loading')}</output>}
      {data !== undefined && (
        <p>
          {states.map((state) => `${t(`jobs.state.${state}`)}: ${data.counts[state]}`).join(' · ')}
        </p>
      )}
      {data?.failed.length === 0 && <p>{t('jobs.none')}</p>}
      <ul className={styles['rows']} aria-label={t('jobs.failures')}>
        {data?.failed.map((job) => (
          <FailedRow key={job.id} job={job} />
        ))}
      </ul>
    </Section>
  );
};
