import type { Deal } from '@izgodno/contract/deals/deal';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { useSessionWanted } from '#core/session/browser/wanted.ts';

const OwnerPanel = lazyComponent(
  ['posts'],
  async () => (await import('./owner-panel.tsx')).OwnerPanel,
);

/** The slot of the owner's actions. */
export const OwnerSlot = ({ deal }: { deal: Deal }) => {
  const sessionWanted = useSessionWanted();
  if (!sessionWanted || deal.seller === undefined) return null;
  return (
    <Eventually>
      <OwnerPanel deal={deal} />
    </Eventually>
  );
};
