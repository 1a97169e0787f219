import type { Deal } from '@izgodno/contract/deals/deal';
import { sourceName } from '#core/format/source-name.ts';
import { useLanguage } from '#core/language/language.ts';
import { CommissionLabel } from './commission-label.tsx';
import styles from './source-name.module.css';

/** Where a deal comes from; profit-sharing sources are said to be such. */
export const SourceName = ({ source }: { source: Deal['source'] }) => {
  const { code } = useLanguage();
  return (
    <span className={styles['source']}>
      {sourceName(source, code)}
      {source.commission && <CommissionLabel />}
    </span>
  );
};
