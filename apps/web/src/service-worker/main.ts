import * as z from 'zod/mini';
import {
  CHAT_DATABASE,
  DEALS_CACHE,
  IMAGES_CACHE,
  workerOrderSchema,
  type WorkerChange,
} from '#core/offline/stored.ts';
import { inTime } from '#shared/browser-events.ts';
import { OFFLINE_PATH } from '@izgodno/contract/site/offline-path';
import { createRequestHandler } from './handle-requests.ts';
import { createStoredResponses, isForAnybody } from './stored-responses.ts';
import { firstCallOf, routeRequest } from './route-request.ts';
import { showPushes, type PushScope } from './show-pushes.ts';
import type { WorkerScope } from './worker-scope.ts';

declare const self: WorkerScope & PushScope;
/** Written by the build: the files of the application to cache, and a digest of them. */
declare const __SHELL__: {
  readonly version: string;
  readonly files: readonly string[];
  /** The files of the chat, which are stored when a page requests them. */
  readonly chatFiles: readonly string[];
};

// Turns off eval, which the content security policy forbids and the schema library would try first.
z.config({ jitless: true });

/** The browser holds back every page until the worker is active, in milliseconds. */
const ACTIVATION_LIMIT_MS = 2_000;
const WEEK_MS = 7 * 24 * 60 * 60_000;
const SHELL_PREFIX = 'izgodno-shell-';
const shellCache = SHELL_PREFIX + __SHELL__.version;
const shellFiles = new Set([OFFLINE_PATH, ...__SHELL__.files]);
/** All files that may be stored. */
const knownFiles = new Set([...shellFiles, ...__SHELL__.chatFiles]);

const now = () => Date.now();
const deals = createStoredResponses(DEALS_CACHE, { entries: 150, ageMs: WEEK_MS }, now);
const images = createStoredResponses(IMAGES_CACHE, { entries: 150, ageMs: WEEK_MS }, now);

/** Pages that show cached data, and the time of that data. */
const shownStored = new Map<string, number>();

const post = async (clientId: string, change: WorkerChange): Promise<void> => {
  const page = await self.clients.get(clientId);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's pages are all of its own origin.
  page?.postMessage(change);
};

const notifyPage = async (clientId: string, change: WorkerChange): Promise<void> => {
  if (change.keptAt === (shownStored.get(clientId) ?? null)) return;
  if (change.keptAt === null) shownStored.delete(clientId);
  else shownStored.set(clientId, change.keptAt);
  await post(clientId, change);
};

const shellFile = async (path: string): Promise<Response | undefined> =>
  (await caches.open(shellCache)).match(path, { ignoreVary: true });

/** Whether messages are stored, and the files of the chat, whose last one is stored last. */
const hasStoredChat = async (): Promise<boolean> => {
  const lastFile = __SHELL__.chatFiles.at(-1) ?? '';
  if ((await shellFile(lastFile)) === undefined) return false;
  // Some browsers reject it in private windows.
  const databases = await indexedDB.databases().catch(() => []);
  return databases.some(({ name }) => name === CHAT_DATABASE);
};

const responses = createRequestHandler({
  fetch: (request) => fetch(request),
  deals,
  images,
  shellFile,
  hasStoredChat,
  notify: notifyPage,
});

/** Erases the messages, also if no page of the chat is open. */
const eraseChat = (): Promise<void> =>
  new Promise((resolve) => {
    const erasing = indexedDB.deleteDatabase(CHAT_DATABASE);
    // Pages close the database when they hear of it, or of the sign-out.
    erasing.addEventListener('success', () => resolve());
    erasing.addEventListener('error', () => resolve());
  });

const storeChat = async (): Promise<void> => {
  const cache = await caches.open(shellCache);
  for (const file of __SHELL__.chatFiles)
    if ((await cache.match(file)) === undefined) await cache.add(file);
};

const keepShell = async (): Promise<void> => {
  const cache = await caches.open(shellCache);
  await cache.addAll(
    [...shellFiles].map(
      // Asset names contain a digest; all other files must come fresh from the server.
      (file) => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'no-cache' }),
    ),
  );
};

/** Stores the application again if the browser has erased it behind the worker's back. */
const restoreShell = async (): Promise<void> => {
  if ((await shellFile(OFFLINE_PATH)) !== undefined) return;
  // A server with a new version has other files; the worker of that version stores them.
  await keepShell().catch(() => undefined);
};

/** Caches the pages that were open before the worker was installed. */
const keepOpenPages = async (): Promise<void> => {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const { url } of pages) {
    const call = firstCallOf(url);
    if (call === null || (await deals.find(call)) !== undefined) continue;
    const response = await fetch(call);
    if (isForAnybody(response)) await deals.keep(call, response);
  }
};

const takeCharge = async (): Promise<void> => {
  const names = await caches.keys();
  const former = names.filter((name) => name.startsWith(SHELL_PREFIX) && name !== shellCache);
  await Promise.all(former.map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
};

self.addEventListener('install', (event) => event.waitUntil(keepShell()));

self.addEventListener('activate', (event) => {
  // A page that cannot be reached now is cached on the next view.
  const done = Promise.allSettled([takeCharge(), keepOpenPages()]);
  event.waitUntil(inTime(done, ACTIVATION_LIMIT_MS).catch(() => undefined));
});

self.addEventListener('fetch', (event) => {
  const route = routeRequest(event.request, self.location.origin, knownFiles);
  if (route === 'network' || (route === 'shell' && responses.isFromServer(event))) return;
  if (route === 'sign-out') {
    event.waitUntil(Promise.all([deals.evict(), images.evict(), eraseChat()]));
    return;
  }
  event.respondWith(responses[route](event));
});

self.addEventListener('message', (event) => {
  const order = workerOrderSchema.safeParse(event.data).data;
  if (order === 'take-over') event.waitUntil(self.skipWaiting());
  if (order === 'store-chat') event.waitUntil(storeChat());
  if (order !== 'tell' || event.source === null) return;
  event.waitUntil(restoreShell());
  const { id } = event.source;
  responses.onLoaded(id);
  const storedAt = shownStored.get(id);
  if (storedAt !== undefined) event.waitUntil(post(id, { keptAt: storedAt }));
});

showPushes(self);
