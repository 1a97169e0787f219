import { dealsHref } from '#core/deals/paths.ts';
import { useLanguage, type TextKey } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { buttonClass } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';

interface ForbiddenNoticeProps {
  /** Says who may see the page. */
  readonly text: TextKey;
  /** 1 if this is the page's only content. */
  readonly level: 1 | 2;
}

/** Replaces what the user's role may not see. */
export const ForbiddenNotice = ({ text, level }: ForbiddenNoticeProps) => {
  const { t } = useLanguage();
  return (
    <Notice icon="warning" title={t('error.forbidden')} text={t(text)} level={level}>
      <Link href={dealsHref()} className={buttonClass('primary')}>
        {t('notFound.goToDeals')}
      </Link>
    </Notice>
  );
};
