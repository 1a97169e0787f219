import type { Deal } from '@izgodno/contract/deals/deal';
import { useQueryClient } from '@tanstack/react-query';
import { RequireSession } from '#features/accounts/require-session.tsx';
import { PostFrame } from '#features/posts/components/post-frame.tsx';
import { PostPage } from '#features/posts/components/post-page.tsx';
import { DealCard } from '#features/deals/card/deal-card.tsx';
import { showChangedDeal } from '#features/posts/own/own-post-cache.ts';
import { dealHref } from '#core/deals/paths.ts';

const Card = ({ deal }: { deal: Deal }) => (
  <DealCard deal={deal} eager={false} view="grid" isResult={false} />
);

/** The form with a preview that looks like any deal. */
export const PostRoute = () => {
  const queries = useQueryClient();
  return (
    <RequireSession Frame={PostFrame}>
      <PostPage
        Card={Card}
        hrefOf={({ id }) => dealHref(id)}
        onSaved={(deal) => showChangedDeal(queries, deal)}
      />
    </RequireSession>
  );
};
