import { parseJson } from '@izgodno/contract/common/parse-json';
import type { WorkerChange } from '#core/offline/stored.ts';
import { OFFLINE_PATH } from '@izgodno/contract/site/offline-path';
import {
  PRELOADED_RESPONSE_END,
  PRELOADED_RESPONSE_START,
  preloadedResponseSchema,
} from '@izgodno/contract/site/preloaded-response';
import { withReturnPath } from '#core/session/return-path.ts';
import { inTime } from '#shared/browser-events.ts';
import { isForAnybody, type StoredResponses } from './stored-responses.ts';
import { firstCallOf, isChatPage } from './route-request.ts';
import type { FetchEvent } from './worker-scope.ts';

interface PreloadedResponse {
  /** URL of the call, from its path on. */
  readonly call: string;
  readonly response: Response;
}

/**
 * The preloaded response of a page. If the user opens only that page, the page never makes the call
 * itself.
 */
const readPreloadedResponse = (html: string): PreloadedResponse | null => {
  const [, fromStart = ''] = html.split(PRELOADED_RESPONSE_START, 2);
  const [json = ''] = fromStart.split(PRELOADED_RESPONSE_END, 1);
  const found = preloadedResponseSchema.safeParse(parseJson(json));
  return found.success
    ? { call: found.data.call, response: Response.json(found.data.answer) }
    : null;
};

/**
 * How long pages and deals wait for the server if a cached copy exists, and for the browser's storage
 * to say whether it does, in milliseconds.
 */
const PATIENCE_MS = 4_000;

/** What is stored; undefined if the browser's storage fails or does not respond. */
const inStorage = <Value>(finding: Promise<Value>): Promise<Value | undefined> =>
  inTime(finding, PATIENCE_MS).catch(() => undefined);

/** Statuses by which a proxy reports an unreachable server. */
const unreachable = new Set([502, 503, 504]);

export interface RequestPorts {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly deals: StoredResponses;
  readonly images: StoredResponses;
  /** A file of the application by its path. */
  readonly shellFile: (path: string) => Promise<Response | undefined>;
  /** Whether this device stores messages, so that the chat has something to show. */
  readonly hasStoredChat: () => Promise<boolean>;
  readonly notify: (clientId: string, change: WorkerChange) => Promise<void>;
}

export interface RequestHandler {
  page(event: FetchEvent): Promise<Response>;
  deals(event: FetchEvent): Promise<Response>;
  image(event: FetchEvent): Promise<Response>;
  shell(event: FetchEvent): Promise<Response>;
  /**
   * Whether the requesting page came from the server since this worker started, and still loads.
   * The browser then loads the page's files itself, because it drops preloaded files if the worker
   * responds instead. After a restart of the worker, files come from the cache.
   */
  isFromServer(event: FetchEvent): boolean;
  /**
   * The page has loaded. What it loads later comes from the cache, because Chromium takes a module
   * that it could not load without a connection as failed for the life of the page.
   */
  onLoaded(clientId: string): void;
}

/** Caches a response that is for anybody; does nothing without one. */
const keepPublic = async (
  cache: StoredResponses,
  url: string,
  asked: Promise<Response>,
): Promise<void> => {
  const response = await asked.catch(() => null);
  if (response !== null && isForAnybody(response)) await cache.keep(url, response.clone());
};

const keepFirstResponse = async (
  deals: StoredResponses,
  url: string,
  page: Response,
): Promise<void> => {
  const first = readPreloadedResponse(await page.text());
  if (first !== null) await deals.keep(new URL(first.call, url).href, first.response);
};

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** The preloaded page, if there is one: Firefox does not reject a failed preload, but returns an error. */
const preloadedBy = async ({ preloadResponse }: FetchEvent): Promise<Response | undefined> => {
  const page = await preloadResponse;
  return page?.type === 'error' ? undefined : page;
};

export const createRequestHandler = (ports: RequestPorts): RequestHandler => {
  const { deals, images } = ports;
  /** Pages that came from the server since the worker started, until they have loaded. */
  const fromServer = new Set<string>();

  /**
   * Returns the application, which shows cached data; else the page that explains why there is
   * none.
   */
  const standIn = async (url: string, hasStored: boolean): Promise<Response> => {
    const isHere = hasStored || new URL(url).pathname === OFFLINE_PATH;
    if (!isHere) return Response.redirect(withReturnPath(OFFLINE_PATH, pathOf(url)));
    return (await inStorage(ports.shellFile(OFFLINE_PATH))) ?? Response.error();
  };

  return {
    async page(event) {
      const { url } = event.request;
      const call = firstCallOf(url);
      const hasStored = isChatPage(url)
        ? (await inStorage(ports.hasStoredChat())) === true
        : call !== null && (await inStorage(deals.find(call))) !== undefined;
      const ask = async () => (await preloadedBy(event)) ?? ports.fetch(event.request);
      try {
        const page = await (hasStored ? inTime(ask(), PATIENCE_MS) : ask());
        if (hasStored && unreachable.has(page.status)) return await standIn(url, hasStored);
        fromServer.add(event.resultingClientId);
        if (call !== null && page.ok) event.waitUntil(keepFirstResponse(deals, url, page.clone()));
        return page;
      } catch {
        return standIn(url, hasStored);
      }
    },

    async deals(event) {
      const { request, clientId } = event;
      const asked = ports.fetch(request);
      // Also a response that comes too late for this page serves the next one.
      event.waitUntil(keepPublic(deals, request.url, asked));
      const stored = await inStorage(deals.find(request.url));
      const response = await (stored === undefined ? asked : inTime(asked, PATIENCE_MS)).catch(
        (error: unknown) => error,
      );
      if (response instanceof Response && !unreachable.has(response.status)) {
        event.waitUntil(ports.notify(clientId, { keptAt: null }));
        return response;
      }
      if (stored !== undefined) {
        event.waitUntil(ports.notify(clientId, { keptAt: stored.storedAt }));
        return stored.response;
      }
      if (response instanceof Response) return response;
      throw response;
    },

    async image(event) {
      const { request } = event;
      const stored = await inStorage(images.find(request.url));
      if (stored !== undefined) return stored.response;
      const response = await ports.fetch(request);
      if (isForAnybody(response)) event.waitUntil(images.keep(request.url, response.clone()));
      return response;
    },

    isFromServer: ({ clientId }) => fromServer.has(clientId),
    onLoaded: (clientId) => void fromServer.delete(clientId),

    shell: async ({ request }) =>
      (await inStorage(ports.shellFile(new URL(request.url).pathname))) ?? ports.fetch(request),
  };
};
