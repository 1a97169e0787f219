import type { Deal } from '@izgodno/contract/deals/deal';
import { dealHref } from '#core/deals/paths.ts';
import { currentLocation, navigate, useLocation } from '#core/router/location.ts';
import { DealPage as DealFrame } from '#features/deals/page/deal-page.tsx';
import { DealActions } from '#features/engagement/buttons/deal-actions.tsx';
import { useCountView } from '#features/engagement/state/use-count-view.ts';
import { ReportDealDialog } from '#features/moderation/components/report-deal-dialog.tsx';
import { OwnerSlot } from '#features/posts/own/owner-slot.tsx';

/** A deal, and what its owner and other users can do with it. */
export const DealPage = () => (
  <DealFrame
    renderOwner={(deal) => <OwnerSlot deal={deal} />}
    renderActions={(deal) => <Actions deal={deal} />}
    renderReport={(deal) => <Report dealId={deal.id} />}
  />
);

const Actions = ({ deal }: { deal: Deal }) => {
  useCountView(deal.id);
  return <DealActions deal={deal} />;
};

/** The dialog is open if the URL says so, so that sign-in leads back to it. */
const Report = ({ dealId }: { dealId: string }) => {
  const { query } = useLocation();
  return (
    <ReportDealDialog
      dealId={dealId}
      open={new URLSearchParams(query).has('report')}
      onClose={() =>
        navigate(dealHref(dealId), {
          replace: true,
          keepScroll: true,
          state: currentLocation().state,
        })
      }
    />
  );
};
