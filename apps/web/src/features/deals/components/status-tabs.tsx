import type { DealCountsByStatus } from '@izgodno/contract/deals/deal-page';
import type { DealStatus } from '@izgodno/contract/deals/vocabulary';
import { useLanguage } from '#core/language/language.ts';
import { TabLinks } from '#core/router/tab-links.tsx';
import styles from './status-tabs.module.css';

export interface StatusTabsProps<Status extends DealStatus> {
  readonly label: string;
  /** Leads to the deals of every status; with `?status=` to those of one. */
  readonly path: string;
  readonly all: string;
  readonly statuses: readonly Status[];
  /** The statuses whose deals are listed where none is asked for. */
  readonly inAll: readonly Status[];
  readonly nameOf: (status: Status) => string;
  /** Undefined where those of every status are shown. */
  readonly current: Status | undefined;
  /** Undefined until they are known. */
  readonly counts: DealCountsByStatus | undefined;
}

const totalOf = (counts: DealCountsByStatus, statuses: readonly DealStatus[]): number =>
  statuses.reduce((sum, status) => sum + counts[status], 0);

/** Leads to the deals of each status, and says how many there are. */
export const StatusTabs = <Status extends DealStatus>(props: StatusTabsProps<Status>) => {
  const { label, path, all, statuses, inAll, nameOf, current, counts } = props;
  const { code } = useLanguage();
  return (
    <TabLinks
      label={label}
      links={[undefined, ...statuses].map((one) => ({
        href: one === undefined ? path : `${path}?status=${one}`,
        isCurrent: one === current,
        content: (
          <>
            {one === undefined ? all : nameOf(one)}
            {counts !== undefined && (
              <span className={styles['count']}>
                {totalOf(counts, one === undefined ? inAll : [one]).toLocaleString(code)}
              </span>
            )}
          </>
        ),
      }))}
    />
  );
};
