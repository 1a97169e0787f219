import { onUrlsUpdated } from '#core/uploads/browser/urls-updated.ts';
import { createStore } from '#shared/store.ts';

/**
 * URLs of files whose message could not be updated on the server, by the client id of the message.
 * The page shows them anyway (specification, section 8).
 */
export const updatedUrls = createStore<ReadonlyMap<string, readonly string[]>>(new Map());

export const followUpdatedUrls = (): void => {
  onUrlsUpdated(({ messageId, fileUrls }) =>
    updatedUrls.set(new Map(updatedUrls.get()).set(messageId, fileUrls)),
  );
};
