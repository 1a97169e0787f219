import { useLanguage } from '#core/language/language.ts';
import { isPlainClick, Link } from '#core/router/link.tsx';
import { goBack, useLocation } from '#core/router/location.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { dealsHref } from '#core/deals/paths.ts';

/** Leads back to the results as they were; without results in the history, to all deals. */
export const BackToDeals = () => {
  const { t } = useLanguage();
  const fromDeals = useLocation().state.fromDeals === true;
  return (
    <Link
      href={dealsHref()}
      className={buttonClass('quiet')}
      data-on="screen"
      onClick={(event) => {
        if (!fromDeals || !isPlainClick(event)) return;
        event.preventDefault();
        goBack();
      }}
    >
      <Icon name="chevronLeft" />
      {t(fromDeals ? 'deal.backToResults' : 'empty.browseAll')}
    </Link>
  );
};
