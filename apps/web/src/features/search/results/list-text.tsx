import type { DealList } from '@izgodno/contract/search/list-paths';
import { useLanguage } from '#core/language/language.ts';
import { ShopRecord } from './shop-record.tsx';
import styles from './deals-page.module.css';

interface ListTextProps {
  readonly list: DealList;
  readonly name: string;
  readonly count: number | undefined;
}

/**
 * A sentence about the list of a page with a path of its own; search engines get the same. For a
 * shop, its record follows: below the deals, because it arrives after them and would move them.
 */
export const ListText = ({ list, name, count }: ListTextProps) => {
  const { t } = useLanguage();
  return (
    <>
      {count !== undefined && <p className={styles['text']}>{t('list.text', { name, count })}</p>}
      {list.filter === 'source' && <ShopRecord source={list.value} />}
    </>
  );
};
