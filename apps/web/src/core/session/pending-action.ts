import * as z from 'zod/mini';
import { MINUTE_MS } from '@izgodno/contract/common/durations';
import { parseJson } from '@izgodno/contract/common/parse-json';
import type { KeyValues } from '#shared/storage.ts';

/** An action that a user started before sign-in. */
const pendingActionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open-page'), path: z.string() }),
  z.object({ kind: z.literal('keep-deal'), dealId: z.string() }),
  z.object({ kind: z.literal('like-deal'), dealId: z.string() }),
  z.object({ kind: z.literal('mark-expired'), dealId: z.string() }),
  z.object({ kind: z.literal('show-phone'), dealId: z.string() }),
  z.object({
    kind: z.literal('react'),
    dealId: z.string(),
    commentId: z.string(),
    emoji: z.string(),
    /** Of the comments. */
    path: z.string(),
  }),
  z.object({ kind: z.literal('save-search'), query: z.string(), name: z.string() }),
  z.object({ kind: z.literal('vote'), dealId: z.string(), value: z.literal([1, -1]) }),
]);
export type PendingAction = z.infer<typeof pendingActionSchema>;

export const PENDING_ACTION_KEY = 'pendingAction';
/** After this time a stored action is dropped, because users no longer expect it. */
export const PENDING_ACTION_LIFETIME_MS = 30 * MINUTE_MS;

const entrySchema = z.object({ at: z.number(), action: pendingActionSchema });

export const rememberAction = (values: KeyValues, action: PendingAction, now: number): void =>
  values.setItem(PENDING_ACTION_KEY, JSON.stringify({ at: now, action }));

export const eraseAction = (values: KeyValues): void => values.removeItem(PENDING_ACTION_KEY);

/** Returns the stored action; null if there is none or it is too old. */
export const readAction = (values: KeyValues, now: number): PendingAction | null => {
  const text = values.getItem(PENDING_ACTION_KEY);
  if (text === null) return null;
  const entry = entrySchema.safeParse(parseJson(text));
  if (!entry.success) return null;
  const age = now - entry.data.at;
  return age >= 0 && age < PENDING_ACTION_LIFETIME_MS ? entry.data.action : null;
};

/** Returns the stored action and removes it; null if there is none or it is too old. */
export const takeAction = (values: KeyValues, now: number): PendingAction | null => {
  const action = readAction(values, now);
  eraseAction(values);
  return action;
};
