import { WebSocket } from 'ws';
import { closeReasons, parseServerFrame, REALTIME_PATH } from '@izgodno/contract/realtime/frames';
import { fillIn, roles, type FuzzRole } from './fuzz-request.ts';
import { generateFrame, type FuzzFrame } from './frames.ts';
import { createRandom } from './random.ts';
import type { World } from './world.ts';

export interface FrameFuzzOptions {
  readonly port: number;
  readonly world: World;
  readonly seed: number;
  readonly frames: number;
  /** Earlier finds, by socket; sent first. */
  readonly corpus: readonly (readonly FuzzFrame[])[];
  /** Concurrent sockets. */
  readonly lines: number;
  readonly deadlineMs: number;
  readonly renewEvery: number;
  /** Checks that the product is still running; throws if it is not. */
  readonly check: () => void;
  readonly onProgress?: (sent: number) => void;
  /** Ends the run before its number of frames. */
  readonly isOver?: () => boolean;
}

interface FrameFind {
  readonly fault: string;
  readonly seed: number;
  readonly socket: number;
  readonly frames: readonly FuzzFrame[];
}

export interface FrameFuzzResult {
  readonly sent: number;
  readonly byEnd: ReadonlyMap<string, number>;
  readonly finds: readonly FrameFind[];
}

/** A run ends after this many different finds. */
const MOST_FINDS = 20;
/** Below the server's limit for one socket in its window. */
const FRAMES_A_SOCKET = 80;
/** Codes of the protocol itself (RFC 6455): not text, too big, and a client's own close. */
const PROTOCOL_CODES = [1000, 1002, 1003, 1005, 1007, 1009];
const knownCodes = new Set([
  ...PROTOCOL_CODES,
  ...Object.entries(closeReasons).flatMap(([name, { code }]) =>
    name === 'internal' ? [] : [code],
  ),
]);

/** The outcome of a socket: how it ended, and what was wrong. */
interface SocketOutcome {
  readonly end: string;
  readonly fault: string | undefined;
  readonly sent: number;
}

const write = (
  socket: WebSocket,
  { kind, data }: FuzzFrame,
  named: (name: string) => string,
): void => {
  const bytes = Buffer.from(fillIn(data, named), 'latin1');
  if (kind === 'ping') socket.ping(bytes);
  else if (kind === 'pong') socket.pong(bytes);
  else socket.send(bytes, { binary: kind === 'binary' });
};

/**
 * Sends frames to a new socket; the last is a ping, which gets a response unless the socket is
 * closed.
 */
const play = (
  port: number,
  frames: readonly FuzzFrame[],
  named: (name: string) => string,
  deadlineMs: number,
): Promise<SocketOutcome> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${REALTIME_PATH}`);
    let fault: string | undefined;
    let sent = 0;
    let pingSent = false;
    const finish = (end: string, found = fault): void => {
      clearTimeout(timer);
      socket.removeAllListeners();
      socket.on('error', () => {});
      socket.terminate();
      resolve({ end, fault: found, sent });
    };
    const timer = setTimeout(() => finish('hang', 'hang'), deadlineMs);
    socket.on('open', () => {
      for (const frame of frames) {
        if (socket.readyState !== WebSocket.OPEN) break;
        write(socket, frame, named);
        sent += 1;
      }
      socket.ping('last');
      pingSent = true;
    });
    socket.on('message', (data: Buffer) => {
      try {
        if (parseServerFrame(data.toString('utf8')) === null) fault = 'unknown frame';
      } catch {
        fault = `foreign frame: ${data.toString('utf8').slice(0, 200)}`;
      }
    });
    socket.on('pong', (data: Buffer) => {
      if (pingSent && data.toString() === 'last') finish('open');
    });
    socket.on('close', (code) =>
      finish(String(code), fault ?? (knownCodes.has(code) ? undefined : `closed with ${code}`)),
    );
    socket.on('error', (error: Error & { readonly code?: string }) => {
      // The server may reset a connection it has closed while more is being sent.
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return finish('cut');
      finish('error', `error ${error.message}`);
    });
  });

/** The fewest frames that reproduce a find. */
const minimiseFrames = async (
  frames: readonly FuzzFrame[],
  stillFails: (frames: readonly FuzzFrame[]) => Promise<boolean>,
): Promise<readonly FuzzFrame[]> => {
  let least = frames;
  for (let index = least.length - 1; index >= 0; index -= 1) {
    const fewer = least.toSpliced(index, 1);
    if (await stillFails(fewer)) least = fewer;
  }
  return least;
};

/** Opens sockets and sends each its frames until there are enough. */
export const fuzzFrames = async (options: FrameFuzzOptions): Promise<FrameFuzzResult> => {
  const { port, world, seed, corpus, check } = options;
  const byEnd = new Map<string, number>();
  const finds = new Map<string, FrameFind>();
  let sent = 0;
  let nextSocket = 0;
  let renewing = world.renew();

  const framesOf = (
    index: number,
  ): { readonly role: FuzzRole; readonly frames: readonly FuzzFrame[] } => {
    const kept = corpus[index];
    if (kept !== undefined) return { role: 'member', frames: kept };
    const random = createRandom(seed, index);
    const role = random.pick(roles);
    const hello: FuzzFrame = { kind: 'text', data: '{"type":"hello","token":"{{token}}"}' };
    const count = 1 + random.below(random.chance(0.5) ? 6 : FRAMES_A_SOCKET);
    const frames = Array.from({ length: count }, () => generateFrame(random));
    return { role, frames: random.chance(0.75) ? [hello, ...frames] : frames };
  };

  const work = async (): Promise<void> => {
    while (sent < options.frames && finds.size < MOST_FINDS && options.isOver?.() !== true) {
      const index = nextSocket;
      nextSocket += 1;
      if (index > 0 && index % options.renewEvery === 0) renewing = world.renew();
      await renewing;
      const { role, frames } = framesOf(index);
      const request = { as: role, method: 'GET', target: '/', headers: [], body: null };
      const named = (name: string): string => world.named(name, request);
      const outcome = await play(port, frames, named, options.deadlineMs);
      sent += outcome.sent;
      byEnd.set(outcome.end, (byEnd.get(outcome.end) ?? 0) + 1);
      const { fault } = outcome;
      if (fault !== undefined && !finds.has(fault)) {
        check();
        const least = await minimiseFrames(frames, async (fewer) =>
          fault === 'hang'
            ? false
            : (await play(port, fewer, named, options.deadlineMs)).fault === fault,
        );
        finds.set(fault, { fault, seed, socket: index, frames: least });
      }
      options.onProgress?.(sent);
    }
  };
  await Promise.all(Array.from({ length: options.lines }, work));
  check();
  return { sent, byEnd, finds: [...finds.values()] };
};
