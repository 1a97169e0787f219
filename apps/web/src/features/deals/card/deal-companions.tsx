import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { DealEngagement } from '#features/engagement/api.ts';
import { useSessionWanted } from '#core/session/browser/wanted.ts';

const DealWatch = lazyComponent([], async () => (await import('./deal-watch.tsx')).DealWatch);

/** Loads what changes about visible deals: the user's marks, and newer versions. */
export const DealCompanions = ({ ids }: { ids: readonly string[] }) => {
  const sessionWanted = useSessionWanted();
  return (
    <Eventually>
      <DealWatch ids={ids} />
      {sessionWanted && <DealEngagement ids={ids} />}
    </Eventually>
  );
};
