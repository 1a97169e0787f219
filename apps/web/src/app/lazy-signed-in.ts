import { lazyComponent } from '#core/lazy-component.tsx';

/** The texts of all that `signed-in.tsx` shows. */
const AREAS = ['shell.signed-in'] as const;

const load = () => import('./signed-in.tsx');

export const SignedInLayer = lazyComponent(AREAS, async () => (await load()).SignedInLayer);
export const NoticeBell = lazyComponent(AREAS, async () => (await load()).NoticeBell);
export const UnreadBadge = lazyComponent(AREAS, async () => (await load()).UnreadBadge);
