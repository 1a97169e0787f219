import * as z from 'zod/mini';
import { parseAnswer } from '../common/parse-untrusted.ts';
import { channelIdSchema } from '../chat/channel.ts';
import { messageSchema } from '../chat/message.ts';
import { userIdSchema } from '../accounts/session.ts';
import { realtimeEvents, type RealtimeEvent } from './events.ts';

/** Where the socket is (decisions, "Calls the spec does not show"). Every frame is one JSON text. */
export const REALTIME_PATH = '/api/realtime';

export const realtimeLimits = {
  /** Bytes of a frame from a client. */
  maxFrameBytes: 65_536,
  /** Frames of a client in `frameWindowMs`. */
  maxFrames: 100,
  frameWindowMs: 5_000,
  /** Time for the first frame, which must be `hello`, in milliseconds. */
  helloTimeoutMs: 10_000,
  /** How often a client that hears nothing sends `ping`, and gives the socket up if nothing comes in as long again. */
  heartbeatMs: 25_000,
  /** Sockets of one person on one node: the oldest gives way. */
  maxSocketsAPerson: 20,
  /** Sockets of one network that have not said `hello` yet: the oldest gives way. */
  maxUnknownANetwork: 100,
  /** Channels in one `resume`, and people in one `watch`. */
  maxChannels: 1_000,
  maxWatched: 200,
  /** Changed messages that are answered for one channel; beyond it the client fetches the channel again. */
  maxMissedMessages: 200,
  /** Missed messages in one answer over all its channels; the channels beyond it are fetched again. */
  maxMissedInAll: 2_000,
  /** Bytes that may wait for a slow reader. */
  maxWaitingBytes: 1_048_576,
} as const;

/**
 * Why the server closes a socket. `retry`: whether the client comes back, and how: `now` at once
 * (with jitter), `backoff` with growing delays, `token` with a fresh access token, `never`.
 */
export const closeReasons = {
  /** Not JSON, or not a frame of `clientFrameSchema`. */
  bad_frame: { code: 4400, retry: 'backoff' },
  /** The token of `hello` or `token` is not known, or is no longer. */
  unauthenticated: { code: 4401, retry: 'token' },
  /** The access token has run out and no `token` frame came in time. */
  token_expired: { code: 4402, retry: 'token' },
  /** The session was ended: signed out here or elsewhere. */
  session_revoked: { code: 4403, retry: 'never' },
  /** A frame whose `type` nobody knows. */
  unknown_frame: { code: 4404, retry: 'backoff' },
  /** No `hello` in time. */
  hello_timeout: { code: 4408, retry: 'backoff' },
  /** What waits for this reader is too much: it comes back and catches up. */
  slow_reader: { code: 4409, retry: 'now' },
  /** Nothing was heard for two heartbeats. */
  silent: { code: 4410, retry: 'now' },
  /** The person has opened too many others since. */
  too_many_sockets: { code: 4411, retry: 'never' },
  /** The network has too many sockets; those that never said `hello` go first. */
  too_many_from_network: { code: 4412, retry: 'backoff' },
  /** A frame above `maxFrameBytes`; the code is that of RFC 6455. */
  too_big: { code: 1009, retry: 'backoff' },
  too_many_frames: { code: 4429, retry: 'backoff' },
  /** This node stops (RFC 6455 registry: service restart): another one takes over. */
  moving: { code: 1012, retry: 'now' },
  /** The server failed at something that is not the client's fault (RFC 6455). */
  internal: { code: 1011, retry: 'backoff' },
} as const satisfies Record<string, { code: number; retry: 'now' | 'backoff' | 'token' | 'never' }>;
export type CloseReason = keyof typeof closeReasons;

const seenChannels = z
  .array(z.strictObject({ channelId: channelIdSchema, version: z.int().check(z.minimum(0)) }))
  .check(z.maxLength(realtimeLimits.maxChannels));

const accessToken = z.string().check(z.minLength(1), z.maxLength(200));

/** What a client may send. */
export const clientFrameSchema = z.discriminatedUnion('type', [
  /** The first frame. `resume` is the last version seen of each channel the client holds messages of. */
  z.strictObject({
    type: z.literal('hello'),
    token: accessToken,
    resume: z._default(seenChannels, []),
  }),
  /** A fresh access token of the same person, before the old one runs out. */
  z.strictObject({ type: z.literal('token'), token: accessToken }),
  /** Asks for what was missed, after a gap. Answered by one `missed` for each channel. */
  z.strictObject({ type: z.literal('resume'), channels: seenChannels }),
  z.strictObject({ type: z.literal('typing'), channelId: channelIdSchema }),
  /** The people whose presence is on show; takes the place of those watched before. */
  z.strictObject({
    type: z.literal('watch'),
    userIds: z.array(userIdSchema).check(z.maxLength(realtimeLimits.maxWatched)),
  }),
  /** Whether somebody is at this page: `idle` ones count as away. */
  z.strictObject({ type: z.literal('idle'), idle: z.boolean() }),
  z.strictObject({ type: z.literal('ping') }),
]);
export type ClientFrame = z.output<typeof clientFrameSchema>;
export type ClientFrameType = ClientFrame['type'];

/** The frames of the connection itself. */
export const controlFrames = {
  /** Answers `hello`: from here on events come. Then follow the `missed` of each resumed channel. */
  welcome: z.object({
    userId: userIdSchema,
    /** Epoch milliseconds of the server's clock. */
    serverTime: z.number(),
  }),
  /** Answers `token`. */
  renewed: z.object({}),
  /**
   * What changed in one channel since the version given, each message once in its present state, by
   * `version`; having it, the client is at `version`. With `refetch` it was too much: drop what is
   * held of the channel and fetch a page. `gone`: one is not in the channel.
   */
  missed: z.discriminatedUnion('outcome', [
    z.object({
      outcome: z.literal('messages'),
      channelId: channelIdSchema,
      messages: z.array(messageSchema),
      version: z.int(),
      lastSeq: z.int(),
    }),
    z.object({ outcome: z.literal('refetch'), channelId: channelIdSchema }),
    z.object({ outcome: z.literal('gone'), channelId: channelIdSchema }),
  ]),
  pong: z.object({}),
  /** This node stops soon: open another socket, then let this one go. */
  moving: z.object({ withinMs: z.int() }),
} as const;

export type ControlFrameName = keyof typeof controlFrames;
export type ControlFrame = {
  [Name in ControlFrameName]: {
    readonly type: Name;
    readonly data: z.output<(typeof controlFrames)[Name]>;
  };
}[ControlFrameName];

/** What a server may send. */
export type ServerFrame = RealtimeEvent | ControlFrame;

const serverFrameData: Readonly<Record<string, z.ZodMiniType>> = {
  ...realtimeEvents,
  ...controlFrames,
};

const envelopeSchema = z.object({ type: z.string(), data: z.unknown() });

/**
 * Reads what a server sent. Null for a frame of a type this side does not know, which a newer server
 * may send. Throws for one that breaks its description.
 */
export const parseServerFrame = (text: string): ServerFrame | null => {
  const frame = parseAnswer(envelopeSchema, JSON.parse(text));
  if (frame === undefined) throw new Error('The frame is none.');
  const { type } = frame;
  const schema = Object.hasOwn(serverFrameData, type) ? serverFrameData[type] : undefined;
  if (schema === undefined) return null;
  const data = parseAnswer(schema, frame.data);
  if (data === undefined) throw new Error(`The frame ${type} breaks its description.`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema that parsed the data is the one the name stands for.
  return { type, data } as ServerFrame;
};
