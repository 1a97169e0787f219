import type { InfiniteQueryObserverResult } from '@tanstack/react-query';
import { showFailure } from '#core/api/error-text.ts';

/** Loads the next page of a query, or of several. */
export type NextPage = () => Promise<
  Pick<InfiniteQueryObserverResult, 'isFetchNextPageError' | 'error'> | undefined
>;

/**
 * Loads the next page. A toast says why it failed, because the button may be far from what the list
 * says.
 */
export const loadNext = async (nextPage: NextPage): Promise<void> => {
  const result = await nextPage();
  if (result?.isFetchNextPageError === true) await showFailure(result.error);
};
