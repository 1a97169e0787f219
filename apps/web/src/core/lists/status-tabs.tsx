import type { DealCountsByStatus } from '@izgodno/contract/deals/deal-page';
import type { DealStatus } from '@izgodno/contract/deals/vocabulary';
import { useLanguage } from '#core/language/language.ts';
import { TabLinks } from '#core/router/tab-links.tsx';
import { numberText } from '../format/number-format.ts';
import styles from './status-tabs.module.css';

export interface StatusTabsProps<Status extends DealStatus> {
  readonly label: string;
  /** The path of the list; `?status=` filters it. */
  readonly path: string;
  readonly all: string;
  readonly statuses: readonly Status[];
  /** The statuses in the list without a filter. */
  readonly inAll: readonly Status[];
  readonly nameOf: (status: Status) => string;
  /** Undefined if all statuses are shown. */
  readonly current: Status | undefined;
  /** Undefined until they load. */
  readonly counts: DealCountsByStatus | undefined;
}

const totalOf = (counts: DealCountsByStatus, statuses: readonly DealStatus[]): number =>
  statuses.reduce((sum, status) => sum + counts[status], 0);

/** Links to the deals of each status, with their counts. */
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
                {numberText(totalOf(counts, one === undefined ? inAll : [one]), code)}
              </span>
            )}
          </>
        ),
      }))}
    />
  );
};
