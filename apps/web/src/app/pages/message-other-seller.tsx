import type { Deal } from '@izgodno/contract/deals/deal';
import { useSession, useUser } from '#core/session/browser/use-session.ts';
import { MessageSeller } from './message-seller.tsx';

/** Messages the seller. Empty for the seller, and until the user is known. */
export const MessageOtherSeller = ({ deal }: { readonly deal: Deal }) => {
  const { phase } = useSession();
  const signedIn = useUser();
  const user = phase.kind === 'restoring' ? phase.session.user : signedIn;
  const isUnknown = phase.kind === 'restoring' && user === null;
  return isUnknown || (user !== null && user.id === deal.seller?.id) ? null : (
    <MessageSeller deal={deal} />
  );
};
