import type { Deal } from '@izgodno/contract/deals/deal';
import { CommissionLabel } from './commission-label.tsx';
import styles from './source-name.module.css';

/** Where a deal comes from; profit-sharing sources are said to be such. */
export const SourceName = ({ source }: { source: Deal['source'] }) => (
  <span className={styles['source']}>
    {source.name}
    {source.commission && <CommissionLabel />}
  </span>
);
