import {
  addFavorite,
  likeDeal as callLike,
  removeFavorite,
  unlikeDeal as callUnlike,
  voteOnDeal as callVote,
  type DealCounts,
  type VoteValue,
} from '@izgodno/contract/engagement/calls';
import { markExpired, unmarkExpired } from '@izgodno/contract/moderation/calls';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { actionErrorText } from '#core/api/error-text.ts';
import { currentLanguage } from '#core/language/language.ts';
import { currentLocation, navigate } from '#core/router/location.ts';
import { requireSignIn } from '#core/session/browser/pending.ts';
import { wantSession } from '#core/session/browser/wanted.ts';
import { showToast } from '#shared/ui/toast.ts';
import { dealKeys, patchDeals } from '#core/deals/deal-cache.ts';
import { reportHref } from '#core/deals/paths.ts';
import { markOf, setMarks, type Mark } from './marks.ts';

/** Shows the mark at once, and undoes it if the server rejects it. */
const mark = async (
  queries: QueryClient,
  dealId: string,
  change: Partial<Mark>,
  call: () => Promise<DealCounts>,
): Promise<boolean> => {
  const before = markOf(dealId);
  setMarks([[dealId, change]]);
  try {
    const { views, likes, favorite, liked } = await call();
    setMarks([[dealId, { favorite, liked }]]);
    patchDeals(queries, (deal) => (deal.id === dealId ? { ...deal, views, likes } : deal));
    return true;
  } catch (error) {
    setMarks([[dealId, before]]);
    showToast(currentLanguage().t(actionErrorText(error)), 'error');
    return false;
  }
};

/** Adds a deal to the favourites or removes it; asks signed-out users to sign in first. */
export const keepDeal = async (
  queries: QueryClient,
  dealId: string,
  wanted: boolean,
): Promise<void> => {
  wantSession();
  if (!requireSignIn({ kind: 'keep-deal', dealId })) return;
  const call = wanted ? addFavorite : removeFavorite;
  const done = await mark(queries, dealId, { favorite: wanted }, () =>
    api.call(call, { params: { id: dealId } }),
  );
  if (!done) return;
  const { t } = currentLanguage();
  showToast(t(wanted ? 'favorites.added' : 'favorites.removed'), 'success');
  void queries.invalidateQueries({ queryKey: [...dealKeys.list, 'favorites'] });
};

/** Likes a deal or removes the like; asks signed-out users to sign in first. */
export const likeDeal = async (
  queries: QueryClient,
  dealId: string,
  wanted: boolean,
): Promise<void> => {
  wantSession();
  if (!requireSignIn({ kind: 'like-deal', dealId })) return;
  const call = wanted ? callLike : callUnlike;
  await mark(queries, dealId, { liked: wanted }, () => api.call(call, { params: { id: dealId } }));
};

/** Votes a deal hot or cold, or takes the vote back; asks signed-out users to sign in first. */
export const voteOnDeal = async (
  queries: QueryClient,
  dealId: string,
  value: VoteValue,
): Promise<void> => {
  wantSession();
  if (value !== 0 && !requireSignIn({ kind: 'vote', dealId, value })) return;
  const before = markOf(dealId).vote;
  setMarks([[dealId, { vote: value }]]);
  try {
    const { temperature, vote } = await api.call(callVote, {
      params: { id: dealId },
      body: { value },
    });
    setMarks([[dealId, { vote }]]);
    patchDeals(queries, (deal) => (deal.id === dealId ? { ...deal, temperature } : deal));
  } catch (error) {
    setMarks([[dealId, { vote: before }]]);
    showToast(currentLanguage().t(actionErrorText(error)), 'error');
  }
};

/** Votes that a deal has expired, or withdraws the vote; asks signed-out users to sign in first. */
export const markDealExpired = async (
  queries: QueryClient,
  dealId: string,
  wanted: boolean,
): Promise<void> => {
  wantSession();
  if (!requireSignIn({ kind: 'mark-expired', dealId })) return;
  const { t } = currentLanguage();
  const before = markOf(dealId);
  setMarks([[dealId, { markedExpired: wanted }]]);
  try {
    const call = wanted ? markExpired : unmarkExpired;
    const { marked, marks, needed, status } = await api.call(call, { params: { id: dealId } });
    setMarks([[dealId, { markedExpired: marked }]]);
    patchDeals(queries, (deal) => (deal.id === dealId ? { ...deal, status } : deal));
    if (!wanted) {
      showToast(t('expired.takenBack'), 'success');
      return;
    }
    const text = status === 'expired' ? t('expired.done') : t('expired.marked', { marks, needed });
    showToast(text, 'success', undefined, {
      label: t('expired.undo'),
      run: () => void markDealExpired(queries, dealId, false),
    });
  } catch (error) {
    setMarks([[dealId, { markedExpired: before.markedExpired }]]);
    showToast(t(actionErrorText(error)), 'error');
  }
};

/** Opens the report dialog of a deal; asks signed-out users to sign in first. */
export const openReport = (dealId: string): void => {
  const path = reportHref(dealId);
  wantSession();
  if (!requireSignIn({ kind: 'open-page', path })) return;
  // Replaces the entry of the deal, so that Back leads to the page before.
  navigate(path, { replace: true, keepScroll: true, state: currentLocation().state });
};
