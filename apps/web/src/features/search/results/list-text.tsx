import { useLanguage } from '#core/language/language.ts';
import styles from './deals-page.module.css';

interface ListTextProps {
  readonly name: string;
  readonly count: number;
}

/** A sentence about the list of a page with a path of its own; search engines get the same. */
export const ListText = (values: ListTextProps) => {
  const { t } = useLanguage();
  return <p className={styles['text']}>{t('list.text', { ...values })}</p>;
};
