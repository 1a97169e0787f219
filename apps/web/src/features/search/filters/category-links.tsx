import { categories } from '@izgodno/contract/deals/vocabulary';
import { Link } from '#core/router/link.tsx';
import { useLanguage } from '#core/language/language.ts';
import styles from './category-links.module.css';
import { listPath } from '@izgodno/contract/search/list-paths';
import { dealsHref } from '#core/deals/paths.ts';

/** Links from any page to the deals of each category. */
export const CategoryLinks = () => {
  const { t } = useLanguage();
  return (
    <nav aria-label={t('filters.category')} className={styles['nav']}>
      <h2>{t('filters.category')}</h2>
      <ul>
        <li>
          <Link href={dealsHref({})}>{t('category.all')}</Link>
        </li>
        {categories.map((category) => (
          <li key={category}>
            <Link href={listPath({ filter: 'category', value: category })}>
              {t(`category.${category}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};
