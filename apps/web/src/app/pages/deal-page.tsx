import type { Deal } from '@izgodno/contract/deals/deal';
import { useState } from 'react';
import { dealHref } from '#core/deals/paths.ts';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { DRAWER_QUERY } from '#core/shell/sidebar.ts';
import { currentLocation, navigate, useLocation } from '#core/router/location.ts';
import { useSessionWanted } from '#core/session/browser/wanted.ts';
import { DealPage as DealFrame } from '#features/deals/page/deal-page.tsx';
import { DealActions } from '#features/engagement/buttons/deal-actions.tsx';
import { useCountView } from '#features/engagement/state/use-count-view.ts';
import { OwnerSlot } from '#features/posts/own/owner-slot.tsx';
import { SearchBox } from '#features/search/box/search-box.tsx';
import { SalePanel } from '#features/sales/lazy-sales.ts';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import styles from './deal-page.module.css';
import { MessageSeller } from './message-seller.tsx';

// The session's code is for those who have one.
const MessageOtherSeller = lazyComponent(
  ['deals.page'],
  async () => (await import('./message-other-seller.tsx')).MessageOtherSeller,
);

const PriceAlert = lazyComponent(
  ['deals', 'price-alerts'],
  async () => (await import('#features/price-alerts/price-alert.tsx')).PriceAlert,
);

const ReportDealDialog = lazyComponent(
  ['deals.page', 'moderation'],
  async () =>
    (await import('#features/moderation/components/report-deal-dialog.tsx')).ReportDealDialog,
);

const Comments = lazyComponent(
  ['chat', 'chat.comments'],
  async () => (await import('#features/chat/comments/comments.tsx')).Comments,
);

const CommentNotices = lazyComponent(
  [],
  async () => (await import('#features/notices/comment-notices.tsx')).CommentNotices,
);

/** A deal, and what its owner and other users can do with it. */
export const DealPage = () => (
  <>
    <NarrowSearch />
    <DealFrame
      renderOwner={(deal) => <OwnerSlot deal={deal} />}
      renderActions={(deal) => <Actions deal={deal} />}
      renderPriceAlert={(deal) => <PriceAlert deal={deal} />}
      renderComments={(deal) => <DealComments deal={deal} />}
      renderReport={(deal) => <Report dealId={deal.id} />}
    />
  </>
);

/** The search, for which the header of a narrow screen has no room. */
const NarrowSearch = () =>
  useMediaQuery(DRAWER_QUERY) && (
    <div className={styles['search']} data-on="screen">
      <SearchBox />
    </div>
  );

const Actions = ({ deal }: { deal: Deal }) => {
  useCountView(deal.id);
  const sessionWanted = useSessionWanted();
  return (
    <>
      {sessionWanted ? (
        <Eventually>
          <MessageOtherSeller deal={deal} />
        </Eventually>
      ) : (
        <MessageSeller deal={deal} />
      )}
      {sessionWanted && deal.seller !== undefined && deal.status === 'sold' && (
        <Eventually>
          <SalePanel deal={deal} />
        </Eventually>
      )}
      <DealActions deal={deal} />
    </>
  );
};

const DealComments = ({ deal }: { deal: Deal }) => {
  const sessionWanted = useSessionWanted();
  return (
    <Comments dealId={deal.id} seller={deal.seller}>
      {sessionWanted && (
        <Eventually>
          <CommentNotices dealId={deal.id} />
        </Eventually>
      )}
    </Comments>
  );
};

/** The dialog is open if the URL says so, so that sign-in leads back to it. */
const Report = ({ dealId }: { dealId: string }) => {
  const { query } = useLocation();
  const isOpen = new URLSearchParams(query).has('report');
  // Once closed it stays, to return the focus.
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Eventually>
      <ReportDealDialog
        dealId={dealId}
        open={isOpen}
        onClose={() =>
          navigate(dealHref(dealId), {
            replace: true,
            keepScroll: true,
            state: currentLocation().state,
          })
        }
      />
    </Eventually>
  );
};
