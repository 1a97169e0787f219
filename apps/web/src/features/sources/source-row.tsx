import { HOUR_MS } from '@izgodno/contract/common/durations';
import type { Source } from '@izgodno/contract/sources/source';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dateFormat } from '#core/format/date-format.ts';
import { showFailure } from '#core/api/error-text.ts';
import { relativeTime } from '#core/format/relative-time.ts';
import { useLanguage } from '#core/language/language.ts';
import { numberText } from '#core/format/number-format.ts';
import { useNow } from '#shared/hooks/use-now.ts';
import { Button } from '#shared/ui/button.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { readNow, setPaused, sourcesQuery } from './calls.ts';
import { sourceErrorText, kindText } from './texts.ts';
import styles from './sources.module.css';

/** Errors of readings that lost deals and withdrew none. */
const heldBack: ReadonlySet<string> = new Set(['FEED_SHRUNK', 'WITHDRAWALS_HELD_BACK']);

const shownCounts = ['rows', 'inserted', 'updated', 'unchanged', 'removed', 'rejected'] as const;

const Status = ({ source }: { source: Source }) => {
  const { t } = useLanguage();
  return (
    <>
      <span className={styles['status']} data-status={source.status}>
        {t(`sources.status.${source.status}`)}
      </span>
      {source.paused && <span className={styles['paused']}>{t('sources.paused')}</span>}
      {source.reason !== null && (
        <>
          <p>{t(sourceErrorText(source.reason.code))}</p>
          <p className={styles['detail']} lang="en">
            {source.reason.detail}
          </p>
        </>
      )}
    </>
  );
};

/** Milliseconds after which a due source is shown as overdue. */
const LATE_MS = 120_000;
/** Milliseconds from which the time of day could be that of tomorrow. */
const FAR_MS = 12 * HOUR_MS;

/** When a source is read next, with the day if it is not soon. */
const NextRun = ({ at, now }: { at: string; now: number }) => {
  const { t, code } = useLanguage();
  const wait = Date.parse(at) - now;
  const day = wait > FAR_MS ? ({ dateStyle: 'short' } as const) : {};
  const time = dateFormat(code, { timeStyle: 'short', ...day });
  return (
    <p className={styles['muted']}>
      {wait < -LATE_MS
        ? t('sources.overdue', { when: relativeTime(at, now, code) })
        : t('sources.next', { time: time.format(new Date(at)) })}
    </p>
  );
};

const LastRun = ({ source }: { source: Source }) => {
  const { t, code } = useLanguage();
  const now = useNow();
  const { lastRun, checkedAt, nextRunAt } = source;
  return (
    <>
      <p>
        {lastRun === null ? t('sources.neverRead') : t(`sources.run.${lastRun.status}`)}
        {lastRun !== null && `, ${relativeTime(lastRun.startedAt, now, code)}`}
      </p>
      {lastRun !== null && (
        <p className={styles['muted']}>
          {checkedAt === null
            ? t('sources.neverSucceeded')
            : t('sources.checkedAt', { when: relativeTime(checkedAt, now, code) })}
        </p>
      )}
      {nextRunAt !== null && <NextRun at={nextRunAt} now={now} />}
    </>
  );
};

const ActiveDeals = ({ source: { deals } }: { source: Source }) => {
  const { t } = useLanguage();
  if (deals === undefined) return null;
  return <p>{t('sources.active', { count: deals })}</p>;
};

const Counts = ({ source: { lastRun, lastRead } }: { source: Source }) => {
  const { t, code } = useLanguage();
  const now = useNow();
  const counts = lastRead?.counts ?? null;
  if (lastRead === null || counts === null) return null;
  return (
    <>
      {lastRead.id !== lastRun?.id && (
        <p className={styles['muted']}>
          {t('sources.readAt', { when: relativeTime(lastRead.startedAt, now, code) })}
        </p>
      )}
      <dl className={styles['counts']}>
        {shownCounts.map((name) => (
          <div key={name}>
            <dt>{t(`sources.count.${name}`)}</dt>
            <dd>{numberText(counts[name], code)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
};

interface SourceRowProps {
  readonly source: Source;
  readonly onReadRejected: () => void;
}

export const SourceRow = ({ source, onReadRejected }: SourceRowProps) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const { id, name, paused, lastRead } = source;
  const options = {
    onSettled: () => queries.invalidateQueries({ queryKey: sourcesQuery.queryKey }),
    onError: showFailure,
  };
  const run = useMutation({
    mutationFn: readNow,
    onSuccess: () => void showToast(t('sources.started', { name }), 'success'),
    ...options,
  });
  const pause = useMutation({ mutationFn: setPaused, ...options });
  return (
    <tr>
      <th scope="row" data-label={t('sources.source')}>
        <span className={styles['name']}>{name}</span>
        <span className={styles['detail']}>
          {id} · {t(kindText(source.kind))}
        </span>
      </th>
      <td data-label={t('sources.status')}>
        <Status source={source} />
      </td>
      <td data-label={t('sources.lastRun')}>
        <LastRun source={source} />
      </td>
      <td data-label={t('sources.counts')}>
        <ActiveDeals source={source} />
        <Counts source={source} />
      </td>
      <td data-label={t('sources.actions')}>
        <div className={styles['actions']}>
          <Button
            aria-label={t('sources.runNowLabel', { name })}
            disabled={run.isPending}
            onClick={() => run.mutate({ id, allowShrink: false })}
          >
            {t('sources.runNow')}
          </Button>
          {heldBack.has(source.reason?.code ?? '') && (
            <Button
              tone="danger"
              aria-label={t('sources.takeAllTheSameLabel', { name })}
              disabled={run.isPending}
              onClick={() => run.mutate({ id, allowShrink: true })}
            >
              {t('sources.takeAllTheSame')}
            </Button>
          )}
          <Button
            aria-label={t(paused ? 'sources.resumeLabel' : 'sources.pauseLabel', { name })}
            disabled={pause.isPending}
            onClick={() => pause.mutate({ id, paused: !paused })}
          >
            {t(paused ? 'sources.resume' : 'sources.pause')}
          </Button>
          {(lastRead?.counts?.rejected ?? 0) > 0 && (
            <Button aria-label={t('sources.rejectedLabel', { name })} onClick={onReadRejected}>
              {t('sources.rejected')}
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
};
