import { ImportError } from './import-error.ts';
import { SHRINK_LIMIT_PERCENT } from './import-limits.ts';

/**
 * Throws `FEED_SHRUNK` if a source has so few of its active deals left that it is more likely
 * broken than sold out.
 */
export const rejectShrunk = (sourceId: string, accepted: number, standing: number): void => {
  if (standing === 0) return;
  if ((standing - accepted) * 100 < standing * SHRINK_LIMIT_PERCENT) return;
  throw new ImportError(
    'FEED_SHRUNK',
    `The feed has ${accepted} usable rows, the catalogue holds ${standing} deals of "${sourceId}". Nothing was removed; --allow-shrink imports it all the same.`,
  );
};
