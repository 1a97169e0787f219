import { useLanguage } from '#core/language/language.ts';
import { usePageTitle } from '#core/page-title.ts';
import { Link } from '#core/router/link.tsx';
import { buttonClass } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { pages } from '../pages.ts';

export const NotFoundPage = () => {
  const { t } = useLanguage();
  usePageTitle(t('notFound.title'));
  return (
    <Notice icon="search" title={t('notFound.title')} text={t('notFound.text')} level={1}>
      <Link href={pages.deals.path} className={buttonClass('primary')}>
        {t('notFound.goToDeals')}
      </Link>
    </Notice>
  );
};
