import { sharedStorage } from '#shared/storage.ts';
import { createStore } from '#shared/store.ts';

const STORAGE_KEY = 'secondary-amount';

/** Whether prices are also shown in lev. */
export const secondaryAmountStore = createStore(sharedStorage.getItem(STORAGE_KEY) !== 'off');

export const showSecondaryAmount = (shown: boolean): void => {
  sharedStorage.setItem(STORAGE_KEY, shown ? 'on' : 'off');
  secondaryAmountStore.set(shown);
};
