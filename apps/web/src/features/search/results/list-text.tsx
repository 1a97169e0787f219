import { useLanguage } from '#core/language/language.ts';
import styles from './deals-page.module.css';

interface ListTextProps {
  readonly name: string;
  readonly count: number | undefined;
}

/** A sentence about the list of a page with a path of its own; search engines get the same. */
export const ListText = ({ name, count }: ListTextProps) => {
  const { t } = useLanguage();
  return count !== undefined && <p className={styles['text']}>{t('list.text', { name, count })}</p>;
};
