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
import { currentLanguage } from '#core/language/language.ts';
import { currentLocation, navigate } from '#core/router/location.ts';
import { requireSignIn } from '#core/session/browser/pending.ts';
import { showToast } from '#shared/ui/toast.ts';
import { wantedStates } from '#shared/wanted-state.ts';
import { reportHref } from '#core/deals/paths.ts';
import { showFailure } from '#core/api/error-text.ts';
import { markOf } from './marks.ts';
import { patchDeal } from './patch-deal.ts';
import { readFavorites, shareMark } from './shared-marks.ts';

const flags = wantedStates<boolean>();
const votes = wantedStates<VoteValue>();

/** Changes a mark; without a connection or a permission, says why it was undone. */
const orExplain = async <Value>(change: Promise<Value | null>): Promise<Value | null> => {
  try {
    return await change;
  } catch (error) {
    await showFailure(error);
    return null;
  }
};

interface Marking {
  readonly kind: 'favorite' | 'liked';
  readonly wanted: boolean;
  readonly call: (value: boolean) => Promise<DealCounts>;
}

/** Returns what the server has at the end; null if that failed, or the call of an earlier tap says it. */
const mark = (
  queries: QueryClient,
  dealId: string,
  { kind, wanted, call }: Marking,
): Promise<boolean | null> =>
  orExplain(
    flags(`${kind} ${dealId}`, {
      from: markOf(dealId)[kind],
      to: wanted,
      show: (value) => shareMark(dealId, { [kind]: value }),
      send: async (value) => {
        const { views, likes, ...marked } = await call(value);
        patchDeal(queries, dealId, { views, likes });
        return marked[kind];
      },
    }),
  );

/** Adds a deal to the favourites or removes it; asks signed-out users to sign in first. */
export const keepDeal = async (
  queries: QueryClient,
  dealId: string,
  wanted: boolean,
): Promise<void> => {
  if (!requireSignIn({ kind: 'keep-deal', dealId })) return;
  const isFavorite = await mark(queries, dealId, {
    kind: 'favorite',
    wanted,
    call: (value) => api.call(value ? addFavorite : removeFavorite, { params: { id: dealId } }),
  });
  if (isFavorite === null) return;
  const { t } = currentLanguage();
  showToast(t(isFavorite ? 'favorites.added' : 'favorites.removed'), 'success');
  shareMark(dealId, { favorite: isFavorite }, true);
  void readFavorites(queries);
};

/** Likes a deal or removes the like; asks signed-out users to sign in first. */
export const likeDeal = async (
  queries: QueryClient,
  dealId: string,
  wanted: boolean,
): Promise<void> => {
  if (!requireSignIn({ kind: 'like-deal', dealId })) return;
  await mark(queries, dealId, {
    kind: 'liked',
    wanted,
    call: (value) => api.call(value ? callLike : callUnlike, { params: { id: dealId } }),
  });
};

/** Votes a deal hot or cold, or takes the vote back; asks signed-out users to sign in first. */
export const voteOnDeal = async (
  queries: QueryClient,
  dealId: string,
  value: VoteValue,
): Promise<void> => {
  if (value !== 0 && !requireSignIn({ kind: 'vote', dealId, value })) return;
  const change = votes(dealId, {
    from: markOf(dealId).vote,
    to: value,
    show: (vote) => shareMark(dealId, { vote }),
    send: async (wanted) => {
      const { temperature, vote } = await api.call(callVote, {
        params: { id: dealId },
        body: { value: wanted },
      });
      patchDeal(queries, dealId, { temperature });
      return vote;
    },
  });
  await orExplain(change);
};

/** Votes that a deal has expired, or withdraws the vote; asks signed-out users to sign in first. */
export const markDealExpired = async (
  queries: QueryClient,
  dealId: string,
  wanted: boolean,
): Promise<void> => {
  if (!requireSignIn({ kind: 'mark-expired', dealId })) return;
  const { t } = currentLanguage();
  let text = '';
  const change = flags(`expired ${dealId}`, {
    from: markOf(dealId).markedExpired,
    to: wanted,
    show: (markedExpired) => shareMark(dealId, { markedExpired }),
    send: async (value) => {
      const call = value ? markExpired : unmarkExpired;
      const { marked, marks, needed, status } = await api.call(call, { params: { id: dealId } });
      patchDeal(queries, dealId, { status });
      text = status === 'expired' ? t('expired.done') : t('expired.marked', { marks, needed });
      return marked;
    },
  });
  const isMarked = await orExplain(change);
  if (isMarked === null) return;
  if (!isMarked) {
    showToast(t('expired.takenBack'), 'success');
    return;
  }
  showToast(text, 'success', {
    action: {
      label: t('expired.undo'),
      run: () => void markDealExpired(queries, dealId, false),
    },
  });
};

/** Opens the report dialog of a deal; asks signed-out users to sign in first. */
export const openReport = (dealId: string): void => {
  const path = reportHref(dealId);
  if (!requireSignIn({ kind: 'open-page', path })) return;
  // Replaces the entry of the deal, so that Back leads to the page before.
  navigate(path, { replace: true, keepScroll: true, state: currentLocation().state });
};
