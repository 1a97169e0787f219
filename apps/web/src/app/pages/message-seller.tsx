import type { Deal } from '@izgodno/contract/deals/deal';
import { useLanguage } from '#core/language/language.ts';
import { ProtectedLink } from '#core/session/browser/protected-link.tsx';
import { directHref } from '#features/chat/paths.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';

/** Leads to the conversation with the seller; a visitor is asked to sign in first. */
export const MessageSeller = ({ deal: { id, seller } }: { readonly deal: Deal }) => {
  const { t } = useLanguage();
  return (
    seller !== undefined && (
      <p>
        <ProtectedLink href={directHref(seller.id, id)} className={buttonClass('primary')}>
          <Icon name="user" size={18} />
          {t('deal.messageSeller')}
        </ProtectedLink>
      </p>
    )
  );
};
