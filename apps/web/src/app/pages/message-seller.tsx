import type { Deal } from '@izgodno/contract/deals/deal';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { directHref } from '#features/chat/paths.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';

/** Leads to the conversation with the seller; a visitor signs in on the way. */
export const MessageSeller = ({ deal: { id, seller } }: { readonly deal: Deal }) => {
  const { t } = useLanguage();
  return (
    seller !== undefined && (
      <p>
        <Link href={directHref(seller.id, id)} className={buttonClass('primary')}>
          <Icon name="user" size={18} />
          {t('deal.messageSeller')}
        </Link>
      </p>
    )
  );
};
