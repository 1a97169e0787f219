import { getHealth, type SystemStatus as Reported } from '@izgodno/contract/system/calls';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { useLanguage } from '#core/language/language.ts';
import styles from './account.module.css';

const CHECK_INTERVAL_MS = 30_000;

const healthQuery = queryOptions({
  queryKey: ['system', 'health'],
  queryFn: async ({ signal }) => (await api.call(getHealth, {}, signal)).status,
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
