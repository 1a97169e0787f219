import * as z from 'zod/mini';
import { normalise, writtenText } from '../common/normalise.ts';
import { withoutBlank } from '../common/text.ts';
import { dealIdSchema } from '../deals/deal-id.ts';
import { userIdSchema } from '../accounts/session.ts';
import { WAVEFORM_BARS } from '../uploads/limits.ts';
import { MAX_MESSAGE_LENGTH } from './limits.ts';

/** UUIDv7 in canonical lower-case form. */
export const messageIdSchema = z.uuid({ version: 'v7' });
/** The parameter of a call about one message. */
export const messageParams = z.strictObject({ id: messageIdSchema });
/** Created by the sender, one for each message: a retry has the same, and stores nothing new. */
export const clientIdSchema = z.uuid();

/**
 * A text as written: simple markdown, `<@USER_ID>` for a mention, `<!channel>` for all. Line ends
 * are LF; NUL cannot be stored, and other control characters are useless. Without visible characters
 * it is empty.
 */
export const messageTextSchema = writtenText(MAX_MESSAGE_LENGTH, (text) =>
  withoutBlank(
    normalise(text.toWellFormed())
      .replaceAll(/\r\n?/g, '\n')
      // oxlint-disable-next-line no-control-regex -- these are what is dropped.
      .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
      .trim(),
  ),
);

let oneEmoji: RegExp | undefined;
/**
 * One emoji: up to sixteen code units with a pictograph, a flag or a keycap. The pattern is made when
 * it is first needed, because a slow phone takes 70 ms to list all emoji for it.
 */
export const emojiSchema = z.string().check(
  z.check(({ value, issues }) => {
    oneEmoji ??= /^(?=.{1,16}$)(?:\p{RGI_Emoji})$/v;
    if (oneEmoji.test(value)) return;
    issues.push({
      code: 'invalid_format',
      format: 'regex',
      input: value,
      message: 'Expected one emoji',
    });
  }),
);

/** The progress of an upload as its owner's page shows it (specification, section 3). */
export const storjDetailsSchema = z.object({
  currentChunk: z.number(),
  totalChunks: z.number(),
  /** Bytes a second. */
  uploadSpeed: z.number(),
  /** Seconds. */
  estimatedTimeRemaining: z.number(),
  phase: z.string(),
});

export const uploadStatuses = ['pending', 'completed', 'failed'] as const;

/**
 * A file of a message, or the placeholder of one still being uploaded (specification, section 3).
 */
export const attachmentSchema = z.object({
  /** The file's id, or the placeholder's while there is no file. */
  id: z.string(),
  fileName: z.string(),
  /** Bytes. */
  fileSize: z.int(),
  mimeType: z.string(),
  /** Null until the upload is done. */
  fileUrl: z.nullable(z.string()),
  isPlaceholder: z.boolean(),
  placeholderId: z.nullable(z.string()),
  messageId: messageIdSchema,
  uploadStatus: z.enum(uploadStatuses),
  /** Percent. */
  progress: z.int(),
  storjDetails: z.nullable(storjDetailsSchema),
  /** Pixels, for images and videos. */
  width: z.optional(z.int()),
  height: z.optional(z.int()),
  thumbnailUrl: z.optional(z.string()),
  /** For voice messages: the length, and bars from 0 to 100. */
  durationMs: z.optional(z.int()),
  waveform: z.optional(z.array(z.int()).check(z.maxLength(WAVEFORM_BARS))),
});
export type Attachment = z.infer<typeof attachmentSchema>;

/**
 * The target of a link. A deal has its id only, because its price and state are read when it is
 * shown.
 */
export const linkSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('deal'), url: z.string(), dealId: dealIdSchema }),
  z.object({
    kind: z.literal('page'),
    url: z.string(),
    title: z.string(),
    description: z.string(),
    siteName: z.string(),
    /** The path of a small copy, so that the page's site does not learn who reads the message. */
    imageUrl: z.nullable(z.string()),
  }),
]);
export type MessageLink = z.infer<typeof linkSchema>;

export const reactionSchema = z.object({
  emoji: z.string(),
  count: z.int(),
  /** The first users of the reaction. */
  userIds: z.array(userIdSchema),
});
export type Reaction = z.infer<typeof reactionSchema>;

/** The message a reply refers to, as its quotation shows it. */
export const quotationSchema = z.object({
  id: messageIdSchema,
  seq: z.int(),
  sender: z.object({ id: userIdSchema, name: z.string() }),
  /** The first characters of its text at the time of the reply; empty once it is deleted. */
  text: z.string(),
  /** Set once it is deleted. */
  isDeleted: z.optional(z.boolean()),
});
export type Quotation = z.infer<typeof quotationSchema>;

/** The message that a forwarded one shows: the first of several forwards. */
export const forwardedSchema = z.object({
  id: messageIdSchema,
  channelId: z.uuid({ version: 'v7' }),
  seq: z.int(),
  sender: z.object({ id: userIdSchema, name: z.string() }),
  /** ISO 8601. */
  createdAt: z.string(),
});
export type Forwarded = z.infer<typeof forwardedSchema>;

/**
 * A message in its present state, the same for every reader, as sent in events. A deleted one keeps
 * its number, with an empty text.
 */
export const messageSchema = z.object({
  id: messageIdSchema,
  channelId: z.uuid({ version: 'v7' }),
  /** Its number in the channel: 1, 2, 3 … without gaps. Messages are ordered by it. */
  seq: z.int(),
  /**
   * The channel's version when this message last changed. Of two states of one message the one with
   * the greater version is newer.
   */
  version: z.int(),
  clientId: clientIdSchema,
  /** The name is empty once the account is deleted. */
  sender: z.object({ id: userIdSchema, name: z.string() }),
  text: z.string(),
  attachments: z.array(attachmentSchema),
  links: z.array(linkSchema),
  mentions: z.array(z.object({ id: userIdSchema, name: z.string() })),
  /** Whether it mentions all members of the channel. */
  mentionsAll: z.boolean(),
  reactions: z.array(reactionSchema),
  replyTo: z.nullable(quotationSchema),
  /** Set if its text and files are those of a message of another channel. */
  forwarded: z._default(z.nullable(forwardedSchema), null),
  /** The first message of its thread; null outside threads and for the first message itself. */
  threadId: z.nullable(messageIdSchema),
  /** The number of replies, for the first message of a thread. */
  replyCount: z.int(),
  /** ISO 8601, like the other times. */
  createdAt: z.string(),
  editedAt: z.nullable(z.string()),
  deletedAt: z.nullable(z.string()),
  pinnedAt: z.nullable(z.string()),
});
export type Message = z.infer<typeof messageSchema>;

/** The `basedOn` of an edit of a message in this state (`updateMessage`). */
export const basedOnOf = ({ editedAt }: Message): number => new Date(editedAt ?? 0).getTime();
