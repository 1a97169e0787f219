import type { interactionTypes } from '@izgodno/contract/chat/user-calls';

export type InteractionType = (typeof interactionTypes)[number];

export interface LastActiveSave {
  readonly userId: string;
  readonly channelId: string;
  readonly messageId: string;
  readonly interactionType: InteractionType;
}

/**
 * Returns what to save as last active, or null: without a user, a channel, or a message there is
 * nothing to save (specification, section 8).
 */
export const lastActiveSave = (
  userId: string | null,
  channelId: string | null,
  newestMessageId: string | null,
  interactionType: InteractionType,
): LastActiveSave | null =>
  userId === null || channelId === null || newestMessageId === null
    ? null
    : { userId, channelId, messageId: newestMessageId, interactionType };
