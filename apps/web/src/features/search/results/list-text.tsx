import type { DealPage } from '@izgodno/contract/deals/deal-page';
import { useLanguage } from '#core/language/language.ts';
import { totalOf } from '../model/filters.ts';
import styles from './deals-page.module.css';

interface ListTextProps {
  readonly name: string;
  readonly page: DealPage | undefined;
}

/** A sentence about the list of a page with a path of its own; search engines get the same. */
export const ListText = ({ name, page }: ListTextProps) => {
  const { t } = useLanguage();
  const count = totalOf(page);
  return count !== undefined && <p className={styles['text']}>{t('list.text', { name, count })}</p>;
};
