import { hash } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { MINUTE_MS } from '@izgodno/contract/common/durations';
import { obey } from './commands.ts';
import { sendFaulty, type Fault } from './fault.ts';
import type { ReplayResponse, ReplayRequest } from './exchange.ts';
import type { Shelf } from './shelf.ts';
import { portOf } from '../port-of.ts';

export interface RateLimit {
  /** The prefix of the path. */
  readonly path: string;
  readonly perMinute: number;
}

export interface ReplayOptions {
  readonly response: (request: ReplayRequest) => ReplayResponse;
  readonly limits?: readonly RateLimit[];
  /** The response above the limit. */
  readonly reject?: (secondsLeft: number) => ReplayResponse;
  /** Headers of every response under a limit. */
  readonly limitHeaders?: (
    limit: RateLimit,
    used: number,
    secondsLeft: number,
  ) => OutgoingHttpHeaders;
  /** Responds with 304 to clients that have the body. */
  readonly conditional?: boolean;
  /** The text of robots.txt; missing if undefined. */
  readonly robots?: string;
  /** Milliseconds since the epoch by the server's clock. */
  readonly now?: () => number;
  /** 0 takes any free port. */
  readonly port?: number;
  /** The offered items: commands under /_control/ change them, and make the server misbehave. */
  readonly shelf?: Shelf;
}

interface Misbehaviour {
  /** The number of spoilt responses; default 1. */
  readonly times?: number;
  /** The number of correct responses before. */
  readonly after?: number;
  /** Only requests with this path prefix count. */
  readonly path?: string;
}

export interface ReplayServer {
  readonly url: string;
  /** The requests so far, without robots.txt and commands. */
  readonly requests: readonly ReplayRequest[];
  misbehave(error: Fault, when?: Misbehaviour): void;
  close(): Promise<void>;
}

interface Pending {
  readonly error: Fault;
  readonly path: string;
  after: number;
  times: number;
}

/** Fixed windows of a minute: "429 blocks until the minute ends". */
const createWindows = (limits: readonly RateLimit[], now: () => number) => {
  const windows = new Map<RateLimit, { readonly minute: number; used: number }>();
  return (pathname: string) => {
    const limit = limits.find(({ path }) => pathname.startsWith(path));
    if (limit === undefined) return null;
    const minute = Math.floor(now() / MINUTE_MS);
    const known = windows.get(limit);
    const window = known?.minute === minute ? known : { minute, used: 0 };
    windows.set(limit, window);
    window.used += 1;
    const secondsLeft = Math.ceil(((minute + 1) * MINUTE_MS - now()) / 1000);
    return { limit, used: window.used, secondsLeft, exceeded: window.used > limit.perMinute };
  };
};

/** A source that responds as documented, enforces its limits, and misbehaves on demand. */
export const startReplayServer = async (options: ReplayOptions): Promise<ReplayServer> => {
  const now = options.now ?? Date.now;
  const requests: ReplayRequest[] = [];
  const pending: Pending[] = [];
  const take = createWindows(options.limits ?? [], now);

  const misbehave = (error: Fault, when: Misbehaviour = {}): void => {
    const { times = 1, after = 0, path = '/' } = when;
    pending.push({ error, times, after, path });
  };

  const nextError = (pathname: string): Fault | null => {
    const due = pending.find(({ path }) => pathname.startsWith(path));
    if (due === undefined) return null;
    if (due.after > 0) {
      due.after -= 1;
      return null;
    }
    due.times -= 1;
    if (due.times <= 0) pending.splice(pending.indexOf(due), 1);
    return due.error;
  };

  const responseWithinLimits = (request: ReplayRequest): ReplayResponse => {
    const taken = take(request.url.pathname);
    if (taken === null) return options.response(request);
    const headers = options.limitHeaders?.(taken.limit, taken.used, taken.secondsLeft) ?? {};
    const response = taken.exceeded
      ? (options.reject?.(taken.secondsLeft) ?? { status: 429, body: '' })
      : options.response(request);
    return { ...response, headers: { ...headers, ...response.headers } };
  };

  const sendSound = (
    request: ReplayRequest,
    { status, headers, body }: ReplayResponse,
    response: ServerResponse,
  ): void => {
    const tag = `W/"${hash('sha256', body).slice(0, 16)}"`;
    const own = options.conditional === true && status === 200 ? { etag: tag } : {};
    if ('etag' in own && request.headers['if-none-match'] === tag) {
      response.writeHead(304, own).end();
      return;
    }
    const packs = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    const bytes = packs ? gzipSync(body) : Buffer.from(body);
    response
      .writeHead(status, {
        ...headers,
        ...own,
        ...(packs ? { 'content-encoding': 'gzip' } : {}),
        'content-length': bytes.length,
      })
      .end(bytes);
  };

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = incoming.url ?? '/';
    const url = new URL(target, 'http://replay.invalid');
    const request: ReplayRequest = {
      method: incoming.method ?? 'GET',
      target,
      url,
      headers: incoming.headers,
      body: await text(incoming),
    };
    if (url.pathname === '/robots.txt') {
      response.writeHead(options.robots === undefined ? 404 : 200).end(options.robots ?? '');
      return;
    }
    if (url.pathname.startsWith('/_control/') && options.shelf !== undefined) {
      const { status, body } = obey(request, options.shelf, misbehave);
      response.writeHead(status).end(body);
      return;
    }
    requests.push(request);
    response.setHeader('date', new Date(now()).toUTCString());
    const error = nextError(url.pathname);
    const sound = responseWithinLimits(request);
    if (error === null) {
      sendSound(request, sound, response);
      return;
    }
    switch (error.kind) {
      case 'slow':
        await sleep(error.milliseconds, undefined, { ref: false });
        sendSound(request, sound, response);
        break;
      case 'rewrite':
        sendSound(request, { ...sound, body: error.rewrite(sound.body) }, response);
        break;
      default:
        sendFaulty(response, error, { headers: sound.headers ?? {}, body: sound.body });
    }
  };

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  }).listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    requests,
    misbehave,
    async close() {
      server.closeAllConnections();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
};
