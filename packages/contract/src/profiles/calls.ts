import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { MINUTE_MS } from '../common/durations.ts';
import { perAccount } from '../common/call-limit.ts';
import { languages } from '../common/language.ts';
import { linesOfText } from '../common/text.ts';
import { localisedNameSchema } from '../common/localised-name.ts';
import { nameSchema } from '../accounts/session.ts';

export const ABOUT_LENGTH = { minimum: 0, maximum: 1_000 } as const;

export const profileFieldErrors = {
  /** `avatar`: not the user's own file, missing, or no image. */
  unknownFile: 'unknown_file',
  /** `location`. */
  unknownLocation: 'unknown_location',
} as const;

const locationText = z.object({ id: z.string(), name: localisedNameSchema });

/** A profile as its owner sees it. */
export const profileSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  about: z.string(),
  avatar: z.nullable(z.object({ fileId: z.string(), url: z.string() })),
  location: z.nullable(locationText),
  /** ISO 8601. */
  createdAt: z.string(),
});
export type Profile = z.infer<typeof profileSchema>;

const profileResponse = z.object({ success: z.literal(true), profile: profileSchema });

export const getProfile = defineCall({
  method: 'GET',
  path: '/api/users/me/profile',
  summary: "One's own profile",
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  scope: 'account:read',
  errors: ['not_found'],
  response: profileResponse,
});

export const updateProfile = defineCall({
  method: 'PATCH',
  path: '/api/users/me/profile',
  summary: "Change one's profile; what is not named stays",
  access: 'member',
  limit: { cost: 3, rates: [perAccount(60, MINUTE_MS)] },
  audit: false,
  errors: ['not_found'],
  body: z.partial(
    z.strictObject({
      name: nameSchema,
      about: linesOfText(ABOUT_LENGTH),
      /** Id of the user's uploaded image; null: none. */
      avatar: z.nullable(z.uuid()),
      /** Id of a location; null: none. */
      location: z.nullable(z.string().check(z.maxLength(64))),
    }),
  ),
  response: profileResponse,
});

/** The public profile of a member. */
export const sellerSchema = z.object({
  id: z.string(),
  name: z.string(),
  about: z.string(),
  avatarUrl: z.nullable(z.string()),
  /** Null if it is not set or is private. */
  location: z.nullable(locationText),
  /** ISO 8601: the day of registration, to the month. */
  memberSince: z.string(),
  activeDeals: z.int(),
  /** Null if it is private. */
  soldDeals: z.nullable(z.int()),
});
export type Seller = z.infer<typeof sellerSchema>;

export const getSeller = defineCall({
  method: 'GET',
  path: '/api/users/:id',
  summary: 'What anyone may know of a member',
  access: 'anyone',
  limit: { cost: 1 },
  audit: false,
  scope: 'deals:read',
  params: z.strictObject({ id: z.uuid() }),
  response: z.object({ success: z.literal(true), seller: sellerSchema }),
});

/** Settings that apply to all of a user's devices. */
export const settingsSchema = z.object({
  /** Null: each device decides, as for visitors. */
  language: z.nullable(z.enum(languages)),
  theme: z.nullable(z.enum(['light', 'dark'])),
  /** Whether the lev amount is shown next to the euro amount. */
  showLev: z.boolean(),
  /** Whether others see the user's location and number of sold deals. */
  showLocation: z.boolean(),
  showSoldCount: z.boolean(),
});
export type PersonalSettings = z.infer<typeof settingsSchema>;

const settingsResponse = z.object({ success: z.literal(true), settings: settingsSchema });

export const getSettings = defineCall({
  method: 'GET',
  path: '/api/users/me/settings',
  summary: "One's own choices",
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  scope: 'account:read',
  response: settingsResponse,
});

export const updateSettings = defineCall({
  method: 'PATCH',
  path: '/api/users/me/settings',
  summary: 'Change choices; what is not named stays',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(60, MINUTE_MS)] },
  audit: false,
  errors: ['not_found'],
  body: z.partial(z.strictObject(settingsSchema.shape)),
  response: settingsResponse,
});
