import { listSettings } from '@izgodno/contract/system/upkeep-calls';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { FailedQuery } from '#core/failed-query.tsx';
import { useLanguage } from '#core/language/language.ts';
import { Section } from '#shared/ui/section.tsx';
import styles from './system.module.css';

const settingsQuery = queryOptions({
  queryKey: ['system', 'settings'],
  queryFn: ({ signal }) => api.call(listSettings, {}, signal),
});

/** The settings that the responding node was started with, and where each came from. */
export const SettingsInForce = () => {
  const { t } = useLanguage();
  const query = useQuery(settingsQuery);
  return (
    <Section title={t('inForce.title')} text={t('inForce.text')}>
      {query.isError && <FailedQuery query={query} />}
      {query.isPending && <output className={styles['muted']}>{t('shell.loading')}</output>}
      <ul className={styles['rows']} aria-label={t('inForce.title')}>
        {query.data?.settings.map(({ name, value, origin }) => (
          <li
            key={name}
            className={styles['row']}
            data-status={origin === 'default' ? 'skipped' : 'healthy'}
          >
            <p className={styles['name']}>
              {name} <span>{t(`inForce.origin.${origin}`)}</span>
            </p>
            {value === null || value === '' ? (
              <p className={styles['muted']}>{t('inForce.none')}</p>
            ) : (
              <p lang="en">{value}</p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
};
