import { DAY_MS, HOUR_MS, MINUTE_MS } from '../common/durations.ts';

/** Timings of channel selection and activity, in milliseconds (specification, sections 4 and 9). */
export const channelTimings = {
  /** Attempts to select within this time of the last selection are ignored. */
  selectionProtectionMs: 1_000,
  /** How long the first page load waits for the sidebar to announce a restored channel. */
  restorationWaitMs: 600,
  /** From the selection of a channel until its newest message is saved as last active. */
  saveDelayMs: 500,
  /** How often the activity of all channels is read again. */
  activityRefreshMs: 30_000,
  /** From sign-in until the chat title is restored. */
  titleRestoreMs: 500,
} as const;

/** `limit` of the probe that asks one channel for its newest message (specification, section 9). */
export const PROBE_PAGE_LIMIT = 1;

export const MESSAGE_PAGE_LIMIT = { default: 50, maximum: 200 } as const;
export const MEMBER_PAGE_LIMIT = { default: 50, maximum: 200 } as const;
export const CHANNEL_PAGE_LIMIT = { default: 50, maximum: 200 } as const;
export const SEARCH_PAGE_LIMIT = { default: 20, maximum: 50 } as const;

/** Characters of a message, as JavaScript counts them. */
export const MAX_MESSAGE_LENGTH = 8_000;
export const MAX_ATTACHMENTS = 10;
export const MAX_MENTIONS = 50;
/** Links of one message that are unfolded; the others stay plain. */
export const MAX_UNFOLDED_LINKS = 3;
/** Different emoji under one message. */
export const MAX_DIFFERENT_REACTIONS = 20;
/** How many of those who gave one reaction a message names; the rest are in its count. */
export const REACTORS_NAMED = 20;
export const MAX_PINS = 100;

export const CHANNEL_NAME_LENGTH = { minimum: 1, maximum: 80 } as const;
export const MAX_TOPIC_LENGTH = 250;
export const MAX_STATUS_LENGTH = 100;
/** People in a direct conversation besides whoever opens it. */
export const MAX_DIRECT_PEOPLE = 8;
/** The longest pause that slow mode may ask for between two messages of one person: six hours. */
export const MAX_SLOW_MODE_SECONDS = 21_600;
/** The longest record of a voice message: ten minutes. */
export const MAX_VOICE_MS = 600_000;

/** How long an invitation to a channel waits for its answer. */
export const INVITATION_LIFETIME_MS = 14 * DAY_MS;
/** For how long a person is not invited to a channel again that they declined or left. */
export const INVITATION_PAUSE_MS = 30 * DAY_MS;
/** For how long who withdrew an invitation does not send it again. */
export const WITHDRAWAL_PAUSE_MS = DAY_MS;
/** Invitations that wait at once: of one inviter, of one inviter to one person, for one person. */
export const PENDING_INVITATIONS = { sent: 50, toOne: 3, received: 100 } as const;
/** For how long a channel's log is kept. */
export const CHANNEL_LOG_LIFETIME_MS = 365 * DAY_MS;
export const CHANNEL_LOG_PAGE_LIMIT = { default: 50, maximum: 200 } as const;

/** How often one person may do a thing in a window: over it the call answers `rate_limited`. */
export const chatRates = {
  message: { tries: 30, windowMs: 15_000 },
  messageInChannel: { tries: 15, windowMs: 10_000 },
  change: { tries: 60, windowMs: 15_000 },
  channelCreation: { tries: 20, windowMs: HOUR_MS },
  search: { tries: 60, windowMs: 60_000 },
  report: { tries: 20, windowMs: HOUR_MS },
  invitation: { tries: 30, windowMs: HOUR_MS },
  /** Whatever moderators of channels do to others. */
  moderation: { tries: 60, windowMs: 5 * MINUTE_MS },
} as const satisfies Record<string, { tries: number; windowMs: number }>;
