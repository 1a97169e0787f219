import { lazyActions } from '#core/lazy-actions.ts';

/** Loads the code that asks for a sign-in on first use, because most visitors do not need it. */
export const withSignIn = lazyActions(() => import('./pending.ts'));
