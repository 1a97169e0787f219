import { DAY_MS, HOUR_MS, MINUTE_MS } from '../common/durations.ts';

/** The longest text of a search for messages, in UTF-16 units. */
export const MAX_SEARCH_TEXT_LENGTH = 200;

/** Timings of channel selection and activity, in milliseconds (specification, sections 4 and 9). */
export const channelTimings = {
  /** Selections within this time after the last one are ignored. */
  selectionProtectionMs: 1_000,
  /** How long the first page load waits for the sidebar's restored channel. */
  restorationWaitMs: 600,
  /** The delay between selecting a channel and saving its newest message as last active. */
  saveDelayMs: 500,
  /** The interval at which the activity of all channels is read. */
  activityRefreshMs: 30_000,
  /** The delay between sign-in and restoring the chat title. */
  titleRestoreMs: 500,
} as const;

/** `limit` of the probe for one channel's newest message (specification, section 9). */
export const PROBE_PAGE_LIMIT = 1;

export const MESSAGE_PAGE_LIMIT = { default: 50, maximum: 200 } as const;
export const MEMBER_PAGE_LIMIT = { default: 50, maximum: 200 } as const;
export const CHANNEL_PAGE_LIMIT = { default: 50, maximum: 200 } as const;
export const SEARCH_PAGE_LIMIT = { default: 20, maximum: 50 } as const;

/** The length of a message in UTF-16 units. */
export const MAX_MESSAGE_LENGTH = 8_000;
/** Files of one message: the setting `UPLOAD_MAX_FILES` of a server is at most `maximum`. */
export const ATTACHMENTS_LIMIT = { default: 10, maximum: 100 } as const;
export const MAX_MENTIONS = 50;
/** The number of links of one message that get previews. */
export const MAX_LINK_PREVIEWS = 3;
/** Different emoji under one message. */
export const MAX_DIFFERENT_REACTIONS = 20;
/** How many users of one reaction a message names; the rest are counted. */
export const REACTORS_NAMED = 20;
export const MAX_PINS = 100;

export const CHANNEL_NAME_LENGTH = { minimum: 1, maximum: 80 } as const;
export const MAX_TOPIC_LENGTH = 250;
export const MAX_STATUS_LENGTH = 100;
/** The largest number of other users in a direct conversation. */
export const MAX_DIRECT_USERS = 8;
/** The longest pause of slow mode between two messages of one user: six hours. */
export const MAX_SLOW_MODE_SECONDS = 21_600;
/** The longest voice message: ten minutes. */
export const MAX_VOICE_MS = 600_000;

/**
 * How long the places of a message wait for files of which no byte arrives. A file that comes later
 * still takes its place.
 */
export const FILE_SILENCE_MS = HOUR_MS;

/** How long an invitation to a channel is pending. */
export const INVITATION_LIFETIME_MS = 14 * DAY_MS;
/** How long a user is not invited to a channel again after they declined or left. */
export const INVITATION_PAUSE_MS = 30 * DAY_MS;
/** How long a user cannot repeat an invitation they withdrew. */
export const WITHDRAWAL_PAUSE_MS = DAY_MS;
/**
 * The largest numbers of pending invitations: of one inviter, of one inviter to one user, and for
 * one user.
 */
export const PENDING_INVITATIONS = { sent: 50, toOne: 3, received: 100 } as const;
/** How long a channel's log is stored. */
export const CHANNEL_LOG_LIFETIME_MS = 365 * DAY_MS;
export const CHANNEL_LOG_PAGE_LIMIT = { default: 50, maximum: 200 } as const;

/** The rate limits of one user; above them a call throws `rate_limited`. */
export const chatRates = {
  message: { tries: 30, windowMs: 15_000 },
  messageInChannel: { tries: 15, windowMs: 10_000 },
  change: { tries: 60, windowMs: 15_000 },
  channelCreation: { tries: 20, windowMs: HOUR_MS },
  search: { tries: 60, windowMs: 60_000 },
  report: { tries: 20, windowMs: HOUR_MS },
  invitation: { tries: 30, windowMs: HOUR_MS },
  /** Acts of channels' moderators on other users. */
  moderation: { tries: 60, windowMs: 5 * MINUTE_MS },
} as const satisfies Record<string, { tries: number; windowMs: number }>;
