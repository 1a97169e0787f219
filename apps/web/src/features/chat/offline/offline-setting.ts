import { sharedStorage } from '#shared/storage.ts';
import { createStore, type Readable } from '#shared/store.ts';

const SETTING_KEY = 'chat-offline';

const setting = createStore(sharedStorage.getItem(SETTING_KEY) !== 'off');

/** Whether this device stores messages for use without a connection. */
export const storesMessages: Readable<boolean> = setting;

export const chooseStoresMessages = (stores: boolean): void => {
  sharedStorage.setItem(SETTING_KEY, stores ? 'on' : 'off');
  setting.set(stores);
};
