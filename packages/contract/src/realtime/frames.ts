import * as z from 'zod/mini';
import { parseResponse } from '../common/parse-untrusted.ts';
import { channelIdSchema } from '../chat/channel.ts';
import { dealChannelIdSchema } from '../chat/deal-channel.ts';
import { messageSchema } from '../chat/message.ts';
import { userIdSchema } from '../accounts/session.ts';
import { realtimeEvents, type RealtimeEvent } from './events.ts';

/**
 * The path of the socket. Every frame is one JSON text.
 */
export const REALTIME_PATH = '/api/realtime';

export const realtimeLimits = {
  /** The largest frame of a client in bytes. */
  maxFrameBytes: 65_536,
  /** Frames of a client in `frameWindowMs`. */
  maxFrames: 100,
  frameWindowMs: 5_000,
  /** The timeout of the first frame, which must be `hello`, in milliseconds. */
  helloTimeoutMs: 10_000,
  /**
   * After this time without data a client sends `ping`, and closes the socket if nothing arrives
   * for as long again.
   */
  heartbeatMs: 25_000,
  /** Sockets of one user on one node; the oldest is closed. */
  maxSocketsAUser: 20,
  /** Sockets of one network that have not sent `hello` yet; the oldest is closed. */
  maxUnknownANetwork: 100,
  /** Channels in one `resume`, and users in one `watch`. */
  maxChannels: 1_000,
  maxWatched: 200,
  /** Deals in one `follow`. */
  maxFollowed: 50,
  /**
   * Changed messages in the response for one channel; with more the client fetches the channel
   * again.
   */
  maxMissedMessages: 200,
  /**
   * Missed messages in one response over all its channels; the channels beyond it are fetched
   * again.
   */
  maxMissedInAll: 2_000,
  /** Bytes buffered for a slow reader. */
  maxWaitingBytes: 1_048_576,
} as const;

/**
 * Why the server closes a socket. `retry`: whether the client reconnects, and how: `now` at once
 * (with jitter), `backoff` with growing delays, `token` with a new access token, `never`.
 */
export const closeReasons = {
  /** Not JSON, or not a frame of `clientFrameSchema`. */
  bad_frame: { code: 4400, retry: 'backoff' },
  /** The token of `hello` or `token` is unknown or expired. */
  unauthenticated: { code: 4401, retry: 'token' },
  /** The access token has expired and no `token` frame came in time. */
  token_expired: { code: 4402, retry: 'token' },
  /** The session was ended: signed out here or elsewhere. */
  session_revoked: { code: 4403, retry: 'never' },
  /** A frame with an unknown `type`. */
  unknown_frame: { code: 4404, retry: 'backoff' },
  /** No `hello` in time. */
  hello_timeout: { code: 4408, retry: 'backoff' },
  /** Too much is buffered for this reader: it reconnects and catches up. */
  slow_reader: { code: 4409, retry: 'now' },
  /** Nothing was received for two heartbeats. */
  silent: { code: 4410, retry: 'now' },
  /** The user has opened too many others since. */
  too_many_sockets: { code: 4411, retry: 'never' },
  /** The network has too many sockets; those without `hello` are closed first. */
  too_many_from_network: { code: 4412, retry: 'backoff' },
  /** A frame above `maxFrameBytes`; the code is that of RFC 6455. */
  too_big: { code: 1009, retry: 'backoff' },
  /** More frames than the limits admit, or than the account can pay for (`frameCost`). */
  too_many_frames: { code: 4429, retry: 'backoff' },
  /** This node stops (RFC 6455 registry: service restart); another one takes over. */
  moving: { code: 1012, retry: 'now' },
  /** An internal error of the server (RFC 6455). */
  internal: { code: 1011, retry: 'backoff' },
} as const satisfies Record<string, { code: number; retry: 'now' | 'backoff' | 'token' | 'never' }>;
export type CloseReason = keyof typeof closeReasons;

const seenVersionSchema = z.strictObject({
  channelId: channelIdSchema,
  version: z.int().check(z.minimum(0)),
});
/** The last version that a client has seen of a channel. */
export type SeenVersion = Readonly<z.infer<typeof seenVersionSchema>>;

const seenVersions = z.array(seenVersionSchema).check(
  z.maxLength(realtimeLimits.maxChannels),
  z.refine(
    (seen) => new Set(seen.map(({ channelId }) => channelId)).size === seen.length,
    'Expected each channel once',
  ),
);

const accessToken = z.string().check(z.minLength(1), z.maxLength(200));

/** The frames of a client. */
export const clientFrameSchema = z.discriminatedUnion('type', [
  /**
   * The first frame. `resume` has the last seen version of each channel whose messages the client
   * has.
   */
  z.strictObject({
    type: z.literal('hello'),
    token: accessToken,
    resume: z._default(seenVersions, []),
  }),
  /** A new access token of the same user, before the old one expires. */
  z.strictObject({ type: z.literal('token'), token: accessToken }),
  /** Requests missed changes after a gap. The response is one `missed` for each channel. */
  z.strictObject({ type: z.literal('resume'), channels: seenVersions }),
  z.strictObject({ type: z.literal('typing'), channelId: channelIdSchema }),
  /** The users whose presence is displayed; replaces those watched before. */
  z.strictObject({
    type: z.literal('watch'),
    userIds: z.array(userIdSchema).check(z.maxLength(realtimeLimits.maxWatched)),
  }),
  /** The channels of the deals whose comments are displayed; replaces those followed before. */
  z.strictObject({
    type: z.literal('follow'),
    channelIds: z.array(dealChannelIdSchema).check(z.maxLength(realtimeLimits.maxFollowed)),
  }),
  /** Whether the user is at this page: `idle` pages count as away. */
  z.strictObject({ type: z.literal('idle'), idle: z.boolean() }),
  z.strictObject({ type: z.literal('ping') }),
]);
export type ClientFrame = z.output<typeof clientFrameSchema>;
export type ClientFrameType = ClientFrame['type'];

type FrameOf<Type extends ClientFrameType> = Extract<ClientFrame, { type: Type }>;

const frameCosts: { readonly [Type in ClientFrameType]: (frame: FrameOf<Type>) => number } = {
  hello: ({ resume }) => 2 + resume.length,
  token: () => 2,
  // Each resumed channel is one read of its messages.
  resume: ({ channels }) => 1 + channels.length,
  typing: () => 1,
  watch: ({ userIds }) => 1 + userIds.length / 50,
  follow: ({ channelIds }) => 1 + channelIds.length / 10,
  idle: () => 1,
  ping: () => 0.1,
};

export const isFrameType = (type: string): type is ClientFrameType =>
  Object.hasOwn(frameCosts, type);

/**
 * Units that a frame takes from the budget of its account, from which calls take theirs
 * (`CallLimit.cost`).
 */
export const frameCost = <Type extends ClientFrameType>(type: Type, frame: FrameOf<Type>): number =>
  frameCosts[type](frame);

/** The frames of the connection itself. */
export const controlFrames = {
  /**
   * The response to `hello`: events follow from here on. Then follow the `missed` of each resumed
   * channel.
   */
  welcome: z.object({
    userId: userIdSchema,
    /** Epoch milliseconds of the server's clock. */
    serverTime: z.number(),
  }),
  /** The response to `token`. */
  renewed: z.object({}),
  /**
   * What changed in one channel since the given version, each message once in its present state, by
   * `version`; afterwards the client is at `version`. With `refetch` it was too much: drop the
   * channel's data and fetch a page. `gone`: the user is not in the channel.
   */
  missed: z.discriminatedUnion('outcome', [
    z.object({
      outcome: z.literal('messages'),
      channelId: channelIdSchema,
      messages: z.array(messageSchema),
      version: z.int(),
      lastSeq: z.int(),
    }),
    z.object({
      outcome: z.literal('refetch'),
      channelId: channelIdSchema,
      /** Sent to all who have the channel, and no response to a request. */
      unrequested: z.optional(z.literal(true)),
    }),
    z.object({ outcome: z.literal('gone'), channelId: channelIdSchema }),
  ]),
  pong: z.object({}),
  /** This node stops soon: open another socket, then close this one. */
  moving: z.object({ withinMs: z.int() }),
} as const;

export type ControlFrameName = keyof typeof controlFrames;
export type ControlFrame = {
  [Name in ControlFrameName]: {
    readonly type: Name;
    readonly data: z.output<(typeof controlFrames)[Name]>;
  };
}[ControlFrameName];

/** The frames of a server. */
export type ServerFrame = RealtimeEvent | ControlFrame;

const serverFrameData: Readonly<Record<string, z.ZodMiniType>> = {
  ...realtimeEvents,
  ...controlFrames,
};

const envelopeSchema = z.object({ type: z.string(), data: z.unknown() });

/**
 * Parses a server's frame. Null for an unknown type, which a newer server may send. Throws for an
 * invalid frame.
 */
export const parseServerFrame = (text: string): ServerFrame | null => {
  const frame = parseResponse(envelopeSchema, JSON.parse(text));
  if (frame === undefined) throw new Error('The frame is none.');
  const { type } = frame;
  const schema = Object.hasOwn(serverFrameData, type) ? serverFrameData[type] : undefined;
  if (schema === undefined) return null;
  const data = parseResponse(schema, frame.data);
  if (data === undefined) throw new Error(`The frame ${type} breaks its description.`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the name's own schema parsed the data.
  return { type, data } as ServerFrame;
};
