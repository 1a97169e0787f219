import * as z from 'zod/mini';
import { dealIdSchema } from '../deals/deal.ts';
import { userIdSchema } from '../accounts/session.ts';
import { WAVEFORM_BARS } from '../uploads/limits.ts';
import { MAX_MESSAGE_LENGTH } from './limits.ts';

/** UUIDv7 in canonical lower-case form. */
export const messageIdSchema = z.uuid({ version: 'v7' });
/** Made by whoever sends, once for each message: a retry bears the same, and stores nothing new. */
export const clientIdSchema = z.uuid();

/**
 * A text as written: simple markdown, `<@USER_ID>` for a mention, `<!channel>` for all. Line ends
 * are LF; no database takes a NUL, and no renderer needs other control characters.
 */
export const messageTextSchema = z.pipe(
  z.pipe(
    z.string(),
    z.transform((value) =>
      value
        .toWellFormed()
        .normalize('NFC')
        .replaceAll(/\r\n?/g, '\n')
        // oxlint-disable-next-line no-control-regex -- these are what is dropped.
        .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
        .trim(),
    ),
  ),
  z.string().check(z.maxLength(MAX_MESSAGE_LENGTH)),
);

/** One emoji as people pick it: a sequence of up to sixteen code units that holds a pictograph, a flag or a keycap. */
export const emojiSchema = z
  .string()
  .check(z.regex(/^(?=.{1,16}$)(?:\p{RGI_Emoji})$/v, 'Expected one emoji'));

/** Progress of an upload as its owner's page shows it (specification, section 3). */
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

/** A file of a message, or the place kept for one that is still on its way (specification, section 3). */
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
  /** Pixels, of pictures and videos. */
  width: z.optional(z.int()),
  height: z.optional(z.int()),
  thumbnailUrl: z.optional(z.string()),
  /** Voice messages: how long, and bars of 0 to 100 to draw. */
  durationMs: z.optional(z.int()),
  waveform: z.optional(z.array(z.int()).check(z.maxLength(WAVEFORM_BARS))),
});
export type Attachment = z.infer<typeof attachmentSchema>;

/** What a link leads to. A deal is named by its id only: its price and state are read when it is shown. */
export const linkSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('deal'), url: z.string(), dealId: dealIdSchema }),
  z.object({
    kind: z.literal('page'),
    url: z.string(),
    title: z.string(),
    description: z.string(),
    siteName: z.string(),
    imageUrl: z.nullable(z.string()),
  }),
]);
export type MessageLink = z.infer<typeof linkSchema>;

export const reactionSchema = z.object({
  emoji: z.string(),
  count: z.int(),
  /** The first of those who gave it. */
  userIds: z.array(userIdSchema),
});
export type Reaction = z.infer<typeof reactionSchema>;

/** What a message answers, as much of it as a quotation shows. */
export const quotationSchema = z.object({
  id: messageIdSchema,
  seq: z.int(),
  sender: z.object({ id: userIdSchema, name: z.string() }),
  /** The first characters of its text as it stood when it was answered. */
  text: z.string(),
});
export type Quotation = z.infer<typeof quotationSchema>;

/**
 * A message in its present state, the same for every reader: it travels in events as it stands.
 * A deleted one keeps its place with an empty text.
 */
export const messageSchema = z.object({
  id: messageIdSchema,
  channelId: z.uuid({ version: 'v7' }),
  /** Its place in the channel: 1, 2, 3 … without gaps. The order of messages is the order of these. */
  seq: z.int(),
  /**
   * The channel's count of changes when this message last changed. Of two states of one message the
   * one with the greater version is the newer.
   */
  version: z.int(),
  clientId: clientIdSchema,
  /** The name is empty once the account is deleted. */
  sender: z.object({ id: userIdSchema, name: z.string() }),
  text: z.string(),
  attachments: z.array(attachmentSchema),
  links: z.array(linkSchema),
  mentions: z.array(z.object({ id: userIdSchema, name: z.string() })),
  /** Whether it calls everybody in the channel. */
  mentionsAll: z.boolean(),
  reactions: z.array(reactionSchema),
  replyTo: z.nullable(quotationSchema),
  /** The message that began the thread this one is part of; null outside threads and for the first itself. */
  threadId: z.nullable(messageIdSchema),
  /** How many replies its thread has, where it began one. */
  replyCount: z.int(),
  /** ISO 8601, like the other times. */
  createdAt: z.string(),
  editedAt: z.nullable(z.string()),
  deletedAt: z.nullable(z.string()),
  pinnedAt: z.nullable(z.string()),
});
export type Message = z.infer<typeof messageSchema>;
