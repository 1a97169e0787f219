import type { Activity } from '@izgodno/contract/chat/channel';
import { PROBE_PAGE_LIMIT } from '@izgodno/contract/chat/limits';
import { listMessages } from '@izgodno/contract/chat/message-calls';
import * as z from 'zod/mini';
import { api } from '#core/api/api.ts';
import { note } from '#core/log.ts';
import { probeActivity, type Probe } from './channels/probe-activity.ts';

const probeSchema = z.object({
  total: z.int(),
  messages: z.array(z.object({ id: z.string(), createdAt: z.string() })),
});
const anyMessages = { ...listMessages, response: probeSchema };

/** The specification's probe: the newest message of one channel, and no more than this (section 7). */
export const probeChannel = async (channelId: string): Promise<Probe> => {
  const { total, messages } = await api.call(anyMessages, {
    params: { channelId },
    query: { limit: PROBE_PAGE_LIMIT },
  });
  return { total, newest: messages[0] ?? null };
};

/** Reads the activity of channels by a probe for each. */
export const probeAll = (
  channelIds: readonly string[],
  lastActive: ReadonlyMap<string, string>,
): Promise<readonly Activity[]> =>
  probeActivity(channelIds, lastActive, { probe: probeChannel, log: note });
