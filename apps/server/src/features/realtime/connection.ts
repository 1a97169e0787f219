import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import {
  closeReasons,
  realtimeLimits,
  type CloseReason,
  type ServerFrame,
} from '@izgodno/contract/realtime/frames';
import { encodeTextFrame } from './text-frame.ts';

/** The user of a socket, once its token has been checked. */
export interface ConnectionOwner {
  readonly userId: string;
  readonly sessionId: string;
  readonly token: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** How long a socket may take to close, in milliseconds. */
const GOODBYE_MS = 3_000;

/**
 * How many frames of a client wait for those before them. When the connection of a browser opens, the
 * tabs send three together; each tab of the chat sends one more, and each a list that is not known to
 * a tab that has just begun to lead.
 */
export const MAX_WAITING_FRAMES = 64;
/** The same before the token of `hello` is checked, when there is no account that pays for them. */
export const MAX_EARLY_FRAMES = 4;

/** Writes to the sockets of this process since it began, each of one frame or several. */
export const deliveries = { count: 0 };

/** One socket. A class, not a closure, because ten thousand of them share their methods. */
export class Connection {
  readonly #socket: Socket;
  readonly #webSocket: Pick<WebSocket, 'close' | 'terminate'>;
  readonly #onError: (error: unknown) => void;
  readonly openedAt: number;
  owner: ConnectionOwner | null = null;
  /** Whether the user is away from the page. */
  idle = false;
  lastReceivedAt: number;
  #frameWindowEnd = 0;
  #framesInWindow = 0;
  /**
   * When to read its token and channels again, in epoch milliseconds; meaningless before it has an
   * owner.
   */
  recheckAt = 0;
  closing = false;
  /** Frames are handled, and channels changed, in the order of arrival. */
  #handling: Promise<void> = Promise.resolve();
  #waiting = 0;

  /** `onError` gets errors of handling a frame, which close this connection only. */
  constructor(
    socket: Socket,
    webSocket: Pick<WebSocket, 'close' | 'terminate'>,
    now: number,
    onError: (error: unknown) => void,
  ) {
    this.#onError = onError;
    this.#socket = socket;
    this.#webSocket = webSocket;
    this.openedAt = now;
    this.lastReceivedAt = now;
  }

  /**
   * Writes encoded frames directly to the network, because the library would encode them for each
   * socket again. A reader that is too slow is closed, and catches up when it reconnects.
   */
  write(frames: Buffer): void {
    if (this.closing) return;
    if (this.#socket.writableLength > realtimeLimits.maxWaitingBytes) this.close('slow_reader');
    else {
      this.#socket.write(frames);
      deliveries.count += 1;
    }
  }

  /** Buffers writes until `uncork`. */
  cork(): void {
    this.#socket.cork();
  }

  uncork(): void {
    this.#socket.uncork();
  }

  send(frame: ServerFrame): void {
    this.write(encodeTextFrame(JSON.stringify(frame)));
  }

  /**
   * Counts a received frame in fixed windows; returns whether it is within the limits, also of those
   * that wait.
   */
  countFrame(now: number): boolean {
    this.lastReceivedAt = now;
    if (now >= this.#frameWindowEnd) {
      this.#frameWindowEnd = now + realtimeLimits.frameWindowMs;
      this.#framesInWindow = 0;
    }
    this.#framesInWindow += 1;
    const mostWaiting = this.owner === null ? MAX_EARLY_FRAMES : MAX_WAITING_FRAMES;
    return this.#framesInWindow <= realtimeLimits.maxFrames && this.#waiting < mostWaiting;
  }

  handle(work: () => Promise<void>): void {
    this.#waiting += 1;
    this.#handling = this.#handling
      .then(work)
      .catch((error: unknown) => {
        this.#onError(error);
        this.terminate();
      })
      .finally(() => {
        this.#waiting -= 1;
      });
  }

  close(reason: CloseReason): void {
    if (this.closing) return;
    this.closing = true;
    this.#webSocket.close(closeReasons[reason].code, reason);
    setTimeout(() => this.#webSocket.terminate(), GOODBYE_MS).unref();
  }

  /** Closes the socket without a close frame. */
  terminate(): void {
    this.closing = true;
    this.#webSocket.terminate();
  }
}
