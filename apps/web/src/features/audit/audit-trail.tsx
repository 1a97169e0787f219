import { type AuditEntry, listAudit } from '@izgodno/contract/audit/calls';
import { useInfiniteQuery } from '@tanstack/react-query';
import { dateFormat } from '#core/format/date-format.ts';
import { loadedKey, useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { Queue } from '#core/lists/queue.tsx';
import { api } from '#core/api/api.ts';
import { pagedQuery } from '#core/api/paged-query.ts';
import { ExportAudit } from './export-audit.tsx';
import styles from './audit-trail.module.css';

/** The trail; under the key of moderation because each decision of a moderator adds to it. */
const auditQuery = pagedQuery(['moderation', 'audit'], (query, signal) =>
  api.call(listAudit, { query }, signal),
);

/** The audit trail: actor, action, subject and reason. */
export const AuditTrail = () => {
  const { t, code } = useLanguage();
  const query = useInfiniteQuery(auditQuery);
  const time = dateFormat(code, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Queue
      items={query.data?.pages.flatMap((page) => page.entries)}
      query={query}
      none={<Notice icon="clock" title={t('moderation.noTrail')} />}
    >
      {(entries) => (
        <>
          <ExportAudit />
          <ol aria-label={t('moderation.view.trail')} className={styles['trail']}>
            {entries.map((entry) => (
              <li key={entry.id}>
                <p>
                  <strong>{entry.actor?.name ?? t('moderation.nobody')}</strong>{' '}
                  {t(loadedKey(`moderation.did.${entry.action}`, 'moderation.did.other'))}{' '}
                  <Subject subject={entry.subject} />
                </p>
                {entry.reason !== '' && <p>{entry.reason}</p>}
                <p className={styles['muted']}>
                  <time dateTime={entry.at}>{time.format(new Date(entry.at))}</time>
                  <span lang="en">
                    {Object.entries(entry.details).map(([name, value]) => ` · ${name}: ${value}`)}
                  </span>
                </p>
              </li>
            ))}
          </ol>
        </>
      )}
    </Queue>
  );
};

const hrefs: Partial<Record<AuditEntry['subject']['kind'], (id: string) => string>> = {
  deal: (id) => `/deals/${id}`,
  user: (id) => `/users/${id}`,
  channel: (id) => `/chat/${id}`,
};

/** The longest id that is shown whole: that of a deal or a source, but no UUID. */
const LONGEST_ID = 30;
/** The last digits of a UUID tell the subjects apart; the first ones are the time. */
const shownId = (id: string): string => (id.length > LONGEST_ID ? `…${id.slice(-8)}` : id);

const Subject = ({ subject: { kind, id } }: { subject: AuditEntry['subject'] }) => {
  const { t } = useLanguage();
  const name = `${t(`moderation.subject.${kind}`)} ${shownId(id)}`;
  const href = hrefs[kind]?.(id);
  return href === undefined ? (
    <span title={id}>{name}</span>
  ) : (
    <Link href={href} title={id}>
      {name}
    </Link>
  );
};
