import { listNodes, type Node } from '@izgodno/contract/system/node-calls';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { FailedQuery } from '#core/failed-query.tsx';
import { dateFormat } from '#core/format/date-format.ts';
import { relativeTime } from '#core/format/relative-time.ts';
import { loadedKey, useLanguage } from '#core/language/language.ts';
import { useNow } from '#shared/hooks/use-now.ts';
import { Section } from '#shared/ui/section.tsx';
import styles from './system.module.css';

/** Milliseconds: as often as nodes report. */
const REFRESH_MS = 15_000;

const nodesQuery = queryOptions({
  queryKey: ['system', 'nodes'],
  queryFn: ({ signal }) => api.call(listNodes, {}, signal),
  refetchInterval: REFRESH_MS,
});

/** The parts of a node, those that are not well with their details. */
const Parts = ({ parts }: { parts: Node['parts'] }) => {
  const { t } = useLanguage();
  const nameOf = (part: string): string =>
    t(loadedKey(`doctor.check.${part}`, loadedKey(`nodes.part.${part}`, 'nodes.part.other')));
  return (
    <ul className={styles['parts']}>
      {Object.entries(parts).map(([part, { status, detail }]) => (
        <li key={part} data-status={status}>
          {nameOf(part)}: {t(`doctor.status.${status}`)}
          {detail !== undefined && status !== 'healthy' && <span lang="en"> {detail}</span>}
        </li>
      ))}
    </ul>
  );
};

const NodeRow = ({ node }: { node: Node }) => {
  const { t, code } = useLanguage();
  const now = useNow();
  const started = dateFormat(code, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(node.startedAt),
  );
  const status = node.isSilent ? 'error' : node.status;
  return (
    <li className={styles['row']} data-status={status}>
      <p className={styles['name']}>
        {node.name}
        <span>{node.isSilent ? t('nodes.silent') : t(`doctor.status.${status}`)}</span>
      </p>
      <p className={styles['muted']}>
        {t('nodes.started', { date: started })},{' '}
        {t('nodes.reported', { when: relativeTime(node.reportedAt, now, code) })}
      </p>
      {!node.isSilent && <Parts parts={node.parts} />}
    </li>
  );
};

/** The health of every node, as each reported it last. */
export const Nodes = () => {
  const { t } = useLanguage();
  const query = useQuery(nodesQuery);
  return (
    <Section title={t('nodes.title')} text={t('nodes.text')}>
      {query.isError && <FailedQuery query={query} />}
      {query.isPending && <output className={styles['muted']}>{t('shell.loading')}</output>}
      <ul className={styles['rows']} aria-label={t('nodes.title')}>
        {query.data?.nodes.map((node) => (
          <NodeRow key={node.name} node={node} />
        ))}
      </ul>
    </Section>
  );
};
