import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import {
  closeReasons,
  realtimeLimits,
  type CloseReason,
  type ServerFrame,
} from '@izgodno/contract/realtime/frames';
import { createFrameRate, type FrameRate } from './frame-rate.ts';
import { encodeTextFrame } from './text-frame.ts';

/** Whom a socket speaks for, once its token has been checked. */
export interface ConnectionOwner {
  readonly userId: string;
  readonly sessionId: string;
  readonly token: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** For how long a closed socket may take to say goodbye, in milliseconds. */
const GOODBYE_MS = 3_000;

/** One socket. A class, not a closure: there are ten thousand of them, and their methods are shared. */
export class Connection {
  readonly #socket: Socket;
  readonly #webSocket: WebSocket;
  readonly #onError: (error: unknown) => void;
  readonly rate: FrameRate = createFrameRate();
  readonly openedAt: number;
  owner: ConnectionOwner | null = null;
  /** Whether nobody is at the page. */
  idle = false;
  lastHeard: number;
  /** When its token and channels are to be read again, in epoch milliseconds; of no meaning before it has an owner. */
  recheckAt = 0;
  closing = false;
  /** Frames are answered, and channels changed, in the order they came. */
  #answering: Promise<void> = Promise.resolve();

  /** `onError` gets what the answer to a frame threw: it ends the connection, and nothing else. */
  constructor(
    socket: Socket,
    webSocket: WebSocket,
    now: number,
    onError: (error: unknown) => void,
  ) {
    this.#onError = onError;
    this.#socket = socket;
    this.#webSocket = webSocket;
    this.openedAt = now;
    this.lastHeard = now;
  }

  /**
   * Writes encoded frames, straight to the network: the library's own way encodes them for each
   * socket again. A reader that takes too little is let go, and catches up when it comes back.
   */
  write(frames: Buffer): void {
    if (this.closing) return;
    if (this.#socket.writableLength > realtimeLimits.maxWaitingBytes) this.close('slow_reader');
    else this.#socket.write(frames);
  }

  /** What is written until `uncork` leaves in one piece. */
  cork(): void {
    this.#socket.cork();
  }

  uncork(): void {
    this.#socket.uncork();
  }

  send(frame: ServerFrame): void {
    this.write(encodeTextFrame(JSON.stringify(frame)));
  }

  answer(work: () => Promise<void>): void {
    this.#answering = this.#answering.then(work).catch((error: unknown) => {
      this.#onError(error);
      this.terminate();
    });
  }

  close(reason: CloseReason): void {
    if (this.closing) return;
    this.closing = true;
    this.#webSocket.close(closeReasons[reason].code, reason);
    setTimeout(() => this.#webSocket.terminate(), GOODBYE_MS).unref();
  }

  /** Ends the socket without a word. */
  terminate(): void {
    this.closing = true;
    this.#webSocket.terminate();
  }
}
