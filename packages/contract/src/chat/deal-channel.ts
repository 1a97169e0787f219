import * as z from 'zod/mini';

// The channel of a deal's comments has an id made of the deal's, so that it is known before the
// first comment creates it. No other UUIDv7 begins like this: its time would be 1970.
const PREFIX = '00000000-0000-7000-8';
const DIGITS = 15;

/** The id of the channel of a deal's comments. */
export const dealChannelId = (dealId: string): string => {
  const digits = BigInt(dealId).toString(16).padStart(DIGITS, '0');
  return `${PREFIX}${digits.slice(0, 3)}-${digits.slice(3)}`;
};

/** The deal whose comments a channel has; null for any other channel. */
export const dealOfChannel = (channelId: string): string | null =>
  channelId.startsWith(PREFIX)
    ? BigInt(`0x${channelId.slice(PREFIX.length).replaceAll('-', '')}`).toString()
    : null;

export const dealChannelIdSchema = z
  .uuid({ version: 'v7' })
  .check(z.regex(/^00000000-0000-7000-8[0-9a-f]{3}-[0-9a-f]{12}$/, 'Expected a channel of a deal'));
