import type { RealtimeEvent } from '@izgodno/contract/realtime/events';
import {
  parseServerFrame,
  type ClientFrame,
  type SeenVersion,
  type ServerFrame,
} from '@izgodno/contract/realtime/frames';
import { createStore, type Unsubscribe, type Readable } from '#shared/store.ts';
import {
  stepConnection,
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
} from './connection.ts';

export type Missed = Extract<ServerFrame, { type: 'missed' }>;

/** The server's frames that the rest of the page receives. */
export type RealtimeMessage = RealtimeEvent | Missed;

export interface LineHandlers {
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  /** Called once, as the last callback. */
  readonly onClose: (code: number) => void;
}

/** A socket that is opening or open. */
export interface Line {
  readonly send: (text: string) => void;
  /** Closes the socket; no callback runs afterwards. */
  readonly hangUp: () => void;
}

export interface RealtimePorts {
  readonly open: (handlers: LineHandlers) => Line;
  readonly token: () => string | null;
  /** Calls the listener when the token changes or is removed. */
  readonly onToken: (listener: () => void) => Unsubscribe;
  /** Called when the server rejects the token: the session refreshes or ends. */
  readonly askForToken: () => void;
  /** The network is back, or the page is visible again. */
  readonly onResume: (listener: () => void) => Unsubscribe;
  readonly after: (ms: number, run: () => void) => Unsubscribe;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly log: (message: string, cause: unknown) => void;
}

export interface Realtime {
  readonly connected: Readable<boolean>;
  readonly start: () => void;
  readonly stop: () => void;
  /** Returns false if no connection is open; the frame is then dropped. */
  readonly send: (frame: ClientFrame) => boolean;
  readonly listen: (listener: (received: RealtimeMessage) => void) => Unsubscribe;
  /**
   * Sets which versions the next `hello` reports as seen; the server responds with later events.
   */
  readonly resumeFrom: (seen: () => readonly SeenVersion[]) => void;
}

/**
 * How long a node that shuts down may send its last frames once its successor is connected, in
 * milliseconds.
 */
const FAREWELL_MS = 1_000;

/** The default until a listener provides the seen channels. */
export const nothingSeen = (): readonly SeenVersion[] => [];

const sendOn = (carrier: Line | null, frame: ClientFrame): void =>
  carrier?.send(JSON.stringify(frame));

/** Keeps one connection open while a subscriber needs it, and publishes what it receives. */
export class SocketRealtime implements Realtime {
  readonly #ports: RealtimePorts;
  readonly #connected = createStore(false);
  readonly connected: Readable<boolean> = this.#connected;
  readonly #listeners = new Set<(received: RealtimeMessage) => void>();
  #state: ConnectionState = { kind: 'off' };
  #line: Line | null = null;
  /** The socket of a node that shuts down, until its successor is connected. */
  #leaving: Line | null = null;
  #stops: Unsubscribe[] = [];
  #endRetry: Unsubscribe | null = null;
  #endHeartbeat: Unsubscribe | null = null;
  #seen = nothingSeen;

  constructor(ports: RealtimePorts) {
    this.#ports = ports;
  }

  start(): void {
    if (this.#state.kind !== 'off') return;
    const { onToken, onResume, token } = this.#ports;
    this.#stops = [
      onToken(() => this.#dispatch({ kind: 'token-changed', token: token() })),
      onResume(() => this.#dispatch({ kind: 'woken' })),
    ];
    this.#dispatch({ kind: 'wanted', token: token() });
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.#endRetry?.();
    this.#endHeartbeat?.();
    this.#leaving?.hangUp();
    this.#leaving = null;
    this.#dispatch({ kind: 'unwanted' });
  }

  send(frame: ClientFrame): boolean {
    const carrier = this.#state.kind === 'open' ? this.#line : this.#leaving;
    if (carrier === null) return false;
    sendOn(carrier, frame);
    return true;
  }

  listen(listener: (received: RealtimeMessage) => void): Unsubscribe {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  resumeFrom(seen: () => readonly SeenVersion[]): void {
    this.#seen = seen;
  }

  #open(attempt: number, token: string): void {
    const opened = this.#ports.open({
      onOpen: () => sendOn(opened, { type: 'hello', token, resume: [...this.#seen()] }),
      onText: (text) => {
        this.#dispatch({ kind: 'heard', attempt });
        this.#receive(opened, attempt, text);
      },
      onClose: (code) => {
        if (this.#line === opened) this.#line = null;
        if (this.#leaving === opened) this.#leaving = null;
        this.#dispatch({ kind: 'closed', attempt, code });
      },
    });
    this.#line = opened;
  }

  #receive(from: Line, attempt: number, text: string): void {
    let frame: ServerFrame | null;
    try {
      frame = parseServerFrame(text);
    } catch (cause) {
      // An unreadable frame is dropped: the channel's version shows the gap.
      this.#ports.log('A frame of the server could not be read', cause);
      return;
    }
    if (frame === null) return;
    switch (frame.type) {
      case 'welcome': {
        const old = this.#leaving;
        this.#leaving = null;
        if (old !== null) {
          this.#ports.after(FAREWELL_MS, () => old.hangUp());
          // The new node knows nothing of what was sent to the old one.
          this.#connected.set(false);
        }
        this.#dispatch({ kind: 'welcomed', attempt });
        return;
      }
      case 'moving':
        this.#leaving = from;
        this.#dispatch({ kind: 'moving', attempt });
        return;
      case 'renewed':
      case 'pong':
        return;
      default:
        for (const listener of this.#listeners) listener(frame);
    }
  }

  #perform(effect: ConnectionEffect): void {
    switch (effect.kind) {
      case 'open':
        this.#open(effect.attempt, effect.token);
        return;
      case 'close':
        this.#line?.hangUp();
        this.#line = null;
        return;
      case 'renew':
        sendOn(this.#line, { type: 'token', token: effect.token });
        return;
      case 'ping':
        sendOn(this.#line, { type: 'ping' });
        return;
      case 'retry-after':
        this.#endRetry?.();
        this.#endRetry = this.#ports.after(effect.ms, () =>
          this.#dispatch({ kind: 'retry-due', attempt: effect.attempt }),
        );
        return;
      case 'heartbeat-after':
        this.#endHeartbeat?.();
        this.#endHeartbeat = this.#ports.after(effect.ms, () =>
          this.#dispatch({ kind: 'heartbeat-due', attempt: effect.attempt }),
        );
        return;
      case 'ask-for-token':
        this.#ports.askForToken();
    }
  }

  #dispatch(event: ConnectionEvent): void {
    const { token, random } = this.#ports;
    const next = stepConnection(this.#state, event, { token: token(), random: random() });
    this.#state = next.state;
    for (const effect of next.effects) this.#perform(effect);
    // A node that shuts down still delivers frames until the next one is connected.
    this.#connected.set(this.#state.kind === 'open' || this.#leaving !== null);
  }
}
