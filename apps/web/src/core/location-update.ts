import { LOCATION_UPDATE_INTERVAL_MS, updateLocation } from '@izgodno/contract/visitors/calls';
import { sharedStorage } from '#shared/storage.ts';
import { api } from './api/api.ts';

/** When the product last counted a visit of this browser, in epoch milliseconds. */
const STORAGE_KEY = 'location-updated-at';

/**
 * Has the visit counted under the country it comes from, every twelve hours at most (specification,
 * section 9). A count that fails is not made up for.
 */
export const keepLocationUpdated = async (now: number): Promise<void> => {
  const last = Number(sharedStorage.getItem(STORAGE_KEY) ?? Number.NEGATIVE_INFINITY);
  // A clock that was set back is no reason to be silent until it has caught up.
  if (Math.abs(now - last) < LOCATION_UPDATE_INTERVAL_MS) return;
  // Before it is asked, so that another tab does not ask too.
  sharedStorage.setItem(STORAGE_KEY, String(now));
  await api.call(updateLocation, { body: { source: 'ip-fallback' } });
};
