import * as z from 'zod/mini';
import { userIdSchema } from '../accounts/session.ts';

/** A user's own setting; `auto` follows their connections. */
export const availabilities = ['auto', 'away', 'dnd', 'invisible'] as const;
export const availabilitySchema = z.enum(availabilities);
export type Availability = z.infer<typeof availabilitySchema>;

/** The states that others see. */
export const presenceStates = ['online', 'away', 'dnd', 'offline'] as const;
export const presenceStateSchema = z.enum(presenceStates);
export type PresenceState = z.infer<typeof presenceStateSchema>;

export const presenceSchema = z.object({
  userId: userIdSchema,
  state: presenceStateSchema,
  /** One emoji, or empty. */
  emoji: z.string(),
  text: z.string(),
});
export type Presence = z.infer<typeof presenceSchema>;

/** A user's own status as they set it. */
export const statusSchema = z.object({
  availability: availabilitySchema,
  emoji: z.string(),
  text: z.string(),
  /** ISO 8601: when it returns to `auto` without a text; null for no end. */
  until: z.nullable(z.string()),
});
export type Status = z.infer<typeof statusSchema>;
