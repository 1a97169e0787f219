import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { useSessionWanted } from '#core/session/browser/wanted.ts';

/** Learns which of these deals the person who is signed in has marked. */
export const DealMarks = lazyComponent(
  [],
  async () => (await import('./deal-marks.tsx')).DealMarks,
);
const DealWatch = lazyComponent([], async () => (await import('./deal-watch.tsx')).DealWatch);

/** What accompanies shown deals: whether they are kept, and whether they have changed since. */
export const DealCompanions = ({ ids }: { ids: readonly string[] }) => {
  const sessionWanted = useSessionWanted();
  return (
    <Eventually>
      <DealWatch ids={ids} />
      {sessionWanted && <DealMarks ids={ids} />}
    </Eventually>
  );
};
