import { LOCATION_UPDATE_INTERVAL_MS, updateLocation } from '@izgodno/contract/visitors/calls';
import { sharedStorage } from '#shared/storage.ts';
import { api } from '#core/api/api.ts';

/** When the product last counted a visit of this browser, in epoch milliseconds. */
const STORAGE_KEY = 'location-updated-at';

/**
 * Counts the visit under its country, at most every twelve hours (specification, section 9). A
 * failed count is not repeated.
 */
export const keepLocationUpdated = async (now: number): Promise<void> => {
  const last = Number(sharedStorage.getItem(STORAGE_KEY) ?? Number.NEGATIVE_INFINITY);
  // After a clock is set back, the stored time is in the future and must not block the count.
  if (Math.abs(now - last) < LOCATION_UPDATE_INTERVAL_MS) return;
  // Stored before the request, so that other tabs do not send it too.
  sharedStorage.setItem(STORAGE_KEY, String(now));
  await api.call(updateLocation, { body: { source: 'ip-fallback' } });
};
