import type { Deal } from '@izgodno/contract/deals/deal';
import { sourceName } from '#core/format/source-name.ts';
import { useLanguage } from '#core/language/language.ts';
import { CommissionLabel } from '../card/commission-label.tsx';
import styles from './source-name.module.css';

/** The source of a deal; a profit-sharing source is marked as such. */
export const SourceName = ({ source }: { source: Deal['source'] }) => {
  const { code } = useLanguage();
  return (
    <span className={styles['source']}>
      {sourceName(source, code)}
      {source.commission && <CommissionLabel />}
    </span>
  );
};
