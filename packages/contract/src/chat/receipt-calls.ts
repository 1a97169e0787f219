import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { perAccount } from '../common/call-limit.ts';
import { MINUTE_MS } from '../common/durations.ts';
import { channelIdSchema, chatUserSchema } from './channel.ts';
import { messageParams } from './message.ts';

/** In larger channels devices report nothing, because each message would cost a row a device. */
export const MAX_DELIVERY_MEMBERS = 100;
/** The largest number of ranges in one report. */
export const MAX_REPORTED_RANGES = 200;
/** The largest number of users that are named as having seen a message; the rest are counted. */
export const MAX_READERS_NAMED = 100;

const seq = z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER));

/** Messages of one channel, by `seq`, both ends included. */
const rangeSchema = z
  .strictObject({ channelId: channelIdSchema, from: seq, to: seq })
  .check(z.refine(({ from, to }) => from <= to, { error: 'Expected from <= to', path: ['to'] }));
export type ReceivedRange = z.infer<typeof rangeSchema>;

/** No scope: only a session is a device. */
export const reportReceived = defineCall({
  method: 'PUT',
  path: '/api/channels/received',
  summary:
    'Which messages the device has received; channels one is not in, and large ones, are left out',
  access: 'member',
  limit: { cost: 1, rates: [perAccount(300, MINUTE_MS)] },
  audit: false,
  body: z.strictObject({
    ranges: z.array(rangeSchema).check(z.minLength(1), z.maxLength(MAX_REPORTED_RANGES)),
  }),
  response: z.object({ success: z.literal(true) }),
});

const receiptsSchema = z.object({
  /** When the server stored it, ISO 8601. */
  storedAt: z.string(),
  /**
   * To how many devices of its receivers it was delivered: sessions of the other members who were in
   * the channel at the time. Null if the caller is not the sender, or the channel is too large.
   */
  delivered: z.nullable(z.object({ devices: z.int(), of: z.int() })),
  /** Who has seen it, among its receivers. Null if the caller may not see that. */
  seen: z.nullable(
    z.object({
      /** By name, at most `MAX_READERS_NAMED`. */
      users: z.array(chatUserSchema),
      count: z.int(),
      of: z.int(),
    }),
  ),
});
export type Receipts = z.infer<typeof receiptsSchema>;

export const getReceipts = defineCall({
  method: 'GET',
  path: '/api/message/:id/receipts',
  summary:
    'Whether a message was stored, to how many devices it was delivered, and who has seen it',
  access: 'member',
  limit: { cost: 2 },
  audit: false,
  scope: 'chat:read',
  errors: ['not_a_member'],
  params: messageParams,
  response: z.extend(receiptsSchema, { success: z.literal(true) }),
});
