import type { RealtimeEvent } from '@izgodno/contract/realtime/events';
import {
  parseServerFrame,
  type ClientFrame,
  type ServerFrame,
} from '@izgodno/contract/realtime/frames';
import { createStore, type Store } from '#shared/store.ts';
import {
  stepConnection,
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
} from './connection.ts';

type Stop = () => void;
type Missed = Extract<ServerFrame, { type: 'missed' }>;

/** What of the server's frames the rest of the page hears. */
export type Heard = RealtimeEvent | Missed;

/** What was last seen of a channel. */
export interface SeenChannel {
  readonly channelId: string;
  readonly version: number;
}

export interface LineHandlers {
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  /** Once, and last. */
  readonly onClose: (code: number) => void;
}

/** A socket on its way or open. */
export interface Line {
  readonly send: (text: string) => void;
  /** Nothing is heard of it any more. */
  readonly hangUp: () => void;
}

export interface RealtimePorts {
  readonly open: (handlers: LineHandlers) => Line;
  readonly token: () => string | null;
  /** Tells that there is another token, or none. */
  readonly onToken: (listener: () => void) => Stop;
  /** The server would not have the token: the session refreshes, or ends. */
  readonly askForToken: () => void;
  /** The network came back, or the page is in sight again. */
  readonly onWake: (listener: () => void) => Stop;
  readonly after: (ms: number, run: () => void) => Stop;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly log: (message: string, cause: unknown) => void;
}

export interface Realtime {
  readonly connected: Pick<Store<boolean>, 'get' | 'subscribe'>;
  readonly start: () => void;
  readonly stop: () => void;
  /** False where there is no open connection: nothing of it is sent later. */
  readonly send: (frame: ClientFrame) => boolean;
  readonly listen: (listener: (heard: Heard) => void) => Stop;
  /** What the next `hello` says was seen; the server answers what came since. */
  readonly resumeFrom: (seen: () => readonly SeenChannel[]) => void;
}

/** How long a node that stops gets to send what is on its way, once its successor answers, in milliseconds. */
const FAREWELL_MS = 1_000;

/** Before anybody says what was seen. */
export const nothingSeen = (): readonly SeenChannel[] => [];

/** Keeps one connection up for as long as it is wanted, and tells what comes over it. */
export const createRealtime = (ports: RealtimePorts): Realtime => {
  const connected = createStore(false);
  const listeners = new Set<(heard: Heard) => void>();
  let state: ConnectionState = { kind: 'off' };
  let line: Line | null = null;
  /** The socket of a node that stops, until its successor is there. */
  let leaving: Line | null = null;
  let stops: Stop[] = [];
  const timers: { retry?: Stop; heartbeat?: Stop } = {};
  let seen = nothingSeen;

  const sendOn = (carrier: Line | null, frame: ClientFrame): void =>
    carrier?.send(JSON.stringify(frame));

  const open = (attempt: number, token: string): void => {
    const opened = ports.open({
      onOpen: () => sendOn(opened, { type: 'hello', token, resume: [...seen()] }),
      onText: (text) => {
        dispatch({ kind: 'heard', attempt });
        hear(opened, attempt, text);
      },
      onClose: (code) => {
        if (line === opened) line = null;
        if (leaving === opened) leaving = null;
        dispatch({ kind: 'closed', attempt, code });
      },
    });
    line = opened;
  };

  const hear = (from: Line, attempt: number, text: string): void => {
    let frame: ServerFrame | null;
    try {
      frame = parseServerFrame(text);
    } catch (cause) {
      // What cannot be read is lost: the channel's count of changes shows the gap.
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
    // A node that stops still carries what is said until the next one answers.
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
