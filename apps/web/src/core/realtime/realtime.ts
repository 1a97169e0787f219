import type { RealtimeEvent } from '@izgodno/contract/realtime/events';
import {
  parseServerFrame,
  type ClientFrame,
  type ServerFrame,
} from '@izgodno/contract/realtime/frames';
import { createStore, type Unsubscribe, type Readable } from '#shared/store.ts';
import {
  stepConnection,
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
} from './connection.ts';

type Missed = Extract<ServerFrame, { type: 'missed' }>;

/** The server's frames that the rest of the page receives. */
export type RealtimeMessage = RealtimeEvent | Missed;

/** The last version seen of a channel. */
export interface SeenVersion {
  readonly channelId: string;
  readonly version: number;
}

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
  readonly onWake: (listener: () => void) => Unsubscribe;
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

/** Keeps one connection open while a subscriber needs it, and publishes what it receives. */
export const createRealtime = (ports: RealtimePorts): Realtime => {
  const connected = createStore(false);
  const listeners = new Set<(received: RealtimeMessage) => void>();
  let state: ConnectionState = { kind: 'off' };
  let line: Line | null = null;
  /** The socket of a node that shuts down, until its successor is connected. */
  let leaving: Line | null = null;
  let stops: Unsubscribe[] = [];
  const timers: { retry?: Unsubscribe; heartbeat?: Unsubscribe } = {};
  let seen = nothingSeen;

  const sendOn = (carrier: Line | null, frame: ClientFrame): void =>
    carrier?.send(JSON.stringify(frame));

  const open = (attempt: number, token: string): void => {
    const opened = ports.open({
      onOpen: () => sendOn(opened, { type: 'hello', token, resume: [...seen()] }),
      onText: (text) => {
        dispatch({ kind: 'heard', attempt });
        receive(opened, attempt, text);
      },
      onClose: (code) => {
        if (line === opened) line = null;
        if (leaving === opened) leaving = null;
        dispatch({ kind: 'closed', attempt, code });
      },
    });
    line = opened;
  };

  const receive = (from: Line, attempt: number, text: string): void => {
    let frame: ServerFrame | null;
    try {
      frame = parseServerFrame(text);
    } catch (cause) {
      // An unreadable frame is dropped: the channel's version shows the gap.
      ports.log('A frame of the server could not be read', cause);
      return;
    }
    if (frame === null) return;
    switch (frame.type) {
      case 'welcome': {
        const old = leaving;
        leaving = null;
        if (old !== null) ports.after(FAREWELL_MS, old.hangUp);
        dispatch({ kind: 'welcomed', attempt });
        return;
      }
      case 'moving':
        leaving = from;
        dispatch({ kind: 'moving', attempt });
        return;
      case 'renewed':
      case 'pong':
        return;
      default:
        for (const listener of listeners) listener(frame);
    }
  };

  const perform = (effect: ConnectionEffect): void => {
    switch (effect.kind) {
      case 'open':
        open(effect.attempt, effect.token);
        return;
      case 'close':
        line?.hangUp();
        line = null;
        return;
      case 'renew':
        sendOn(line, { type: 'token', token: effect.token });
        return;
      case 'ping':
        sendOn(line, { type: 'ping' });
        return;
      case 'retry-after':
        timers.retry?.();
        timers.retry = ports.after(effect.ms, () =>
          dispatch({ kind: 'retry-due', attempt: effect.attempt }),
        );
        return;
      case 'heartbeat-after':
        timers.heartbeat?.();
        timers.heartbeat = ports.after(effect.ms, () =>
          dispatch({ kind: 'heartbeat-due', attempt: effect.attempt }),
        );
        return;
      case 'ask-for-token':
        ports.askForToken();
    }
  };

  const dispatch = (event: ConnectionEvent): void => {
    const next = stepConnection(state, event, { token: ports.token(), random: ports.random() });
    ({ state } = next);
    for (const effect of next.effects) perform(effect);
    // A node that shuts down still delivers frames until the next one is connected.
    connected.set(state.kind === 'open' || leaving !== null);
  };

  return {
    connected,
    start: () => {
      if (state.kind !== 'off') return;
      stops = [
        ports.onToken(() => dispatch({ kind: 'token-changed', token: ports.token() })),
        ports.onWake(() => dispatch({ kind: 'woken' })),
      ];
      dispatch({ kind: 'wanted', token: ports.token() });
    },
    stop: () => {
      for (const stop of stops) stop();
      stops = [];
      timers.retry?.();
      timers.heartbeat?.();
      leaving?.hangUp();
      leaving = null;
      dispatch({ kind: 'unwanted' });
    },
    send: (frame) => {
      const carrier = state.kind === 'open' ? line : leaving;
      if (carrier === null) return false;
      sendOn(carrier, frame);
      return true;
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    resumeFrom: (tell) => {
      seen = tell;
    },
  };
};
