import type { RejectedRow, Source, SourceRun } from '@izgodno/contract/sources/source';
import { useInfiniteQuery } from '@tanstack/react-query';
import { FailedQuery } from '#core/failed-query.tsx';
import { numberText } from '#core/format/number-format.ts';
import { useLanguage } from '#core/language/language.ts';
import { MoreButton } from '#core/lists/more-button.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { rejectedRowsQuery } from './calls.ts';
import { reasonText } from './texts.ts';
import styles from './sources.module.css';

/** The numbers of rejected rows by reason. */
export const RejectedReasons = ({ reasons }: { reasons: SourceRun['rejectedReasons'] }) => {
  const { t, code } = useLanguage();
  return (
    <ul>
      {Object.entries(reasons).map(([reason, count]) => (
        <li key={reason}>
          {t(reasonText(reason))}: {numberText(count, code)}
        </li>
      ))}
    </ul>
  );
};

export const RejectedRowList = ({ rows }: { rows: readonly RejectedRow[] }) => {
  const { t } = useLanguage();
  return (
    <ul className={styles['rejected']}>
      {rows.map(({ row, externalId, reason, detail }) => (
        <li key={row}>
          <p>
            <span className={styles['name']}>{t(reasonText(reason))}</span>{' '}
            <span className={styles['muted']}>
              {t('sources.row', { row })}
              {externalId !== null && ` · ${externalId}`}
            </span>
          </p>
          {detail !== '' && <p className={styles['detail']}>{detail}</p>}
        </li>
      ))}
    </ul>
  );
};

interface RejectedRowsProps {
  readonly source: Source;
  readonly onClose: () => void;
}

/** The rows that the latest run with rows rejected, and why. */
export const RejectedRows = ({ source, onClose }: RejectedRowsProps) => {
  const { t } = useLanguage();
  const query = useInfiniteQuery(rejectedRowsQuery(source.id, source.lastRead?.id ?? ''));
  const { data, hasNextPage, isFetching, fetchNextPage } = query;
  const rows = data?.pages.flatMap((page) => page.rows);
  return (
    <Dialog
      open
      title={t('sources.rejectedLabel', { name: source.name })}
      onClose={onClose}
      actions={
        <>
          <MoreButton hasMore={hasNextPage} loading={isFetching} onMore={fetchNextPage}>
            {t('sources.more')}
          </MoreButton>
          <Button tone="primary" onClick={onClose}>
            {t('sources.close')}
          </Button>
        </>
      }
    >
      <RejectedReasons reasons={source.lastRead?.rejectedReasons ?? {}} />
      {query.error !== null && <FailedQuery query={query} />}
      {rows?.length === 0 && <p>{t('sources.noRejected')}</p>}
      {rows !== undefined && <RejectedRowList rows={rows} />}
    </Dialog>
  );
};
