import { parsePayload } from '@izgodno/contract/common/parse-json';
import { ME_PATH } from '@izgodno/contract/site/first-paths';
import * as z from 'zod/mini';
import { ahead, apiOrigin, currentToken } from '#core/api/api.ts';
import { sharedStorage } from '#shared/storage.ts';
import { USER_KEY } from '#core/session/access-token.ts';

const storedUserSchema = z.object({ id: z.string() });

/**
 * Requests what a page of a signed-in user needs first, while its code loads: the session's user and
 * the calls at `paths`, in which a parameter is the user's id. Does nothing without a stored session.
 */
export const requestFirst = (paths: readonly string[] = []): void => {
  const token = currentToken();
  const user = storedUserSchema.safeParse(parsePayload(sharedStorage.getItem(USER_KEY) ?? ''));
  // The page's inline script notes whether the stored session has run out.
  const isOver = document.documentElement.dataset['remembered'] === undefined;
  if (token === null || isOver || !user.success) return;
  for (const path of [ME_PATH, ...paths])
    ahead.send(apiOrigin + path.replace(/:\w+/, encodeURIComponent(user.data.id)), token);
};
