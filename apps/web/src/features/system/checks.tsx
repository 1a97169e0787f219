import { examine, type Finding } from '@izgodno/contract/system/doctor-calls';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { FailedQuery } from '#core/failed-query.tsx';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { Section } from '#shared/ui/section.tsx';
import styles from './system.module.css';

const checksQuery = queryOptions({
  queryKey: ['system', 'checks'],
  queryFn: ({ signal }) => api.call(examine, {}, signal),
  // Each run writes an object, opens a socket and greets the mail server.
  staleTime: Infinity,
  refetchOnMount: false,
});

const CheckRow = ({ finding: { name, status, found, mend } }: { finding: Finding }) => {
  const { t, code } = useLanguage();
  return (
    <li className={styles['row']} data-status={status}>
      <p className={styles['name']}>
        {t(`doctor.check.${name}`)} <span>{t(`doctor.status.${status}`)}</span>
      </p>
      <p>{found[code]}</p>
      {mend !== null && <p className={styles['mend']}>{mend[code]}</p>}
    </li>
  );
};

/** The checks of `npm run doctor`, made by the node that responds. */
export const Checks = () => {
  const { t } = useLanguage();
  const query = useQuery(checksQuery);
  const { data, isFetching, refetch } = query;
  return (
    <Section title={t('doctor.checks')} text={t('doctor.checksText')}>
      {query.isError && <FailedQuery query={query} />}
      <output className={styles['muted']}>{isFetching ? t('doctor.examining') : ''}</output>
      <ul className={styles['rows']} aria-label={t('doctor.checks')}>
        {data?.checks.map((finding) => (
          <CheckRow key={finding.name} finding={finding} />
        ))}
      </ul>
      <Button className={styles['act'] ?? ''} disabled={isFetching} onClick={() => void refetch()}>
        {t('doctor.again')}
      </Button>
    </Section>
  );
};
