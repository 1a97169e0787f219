import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { WorkerChange } from '#core/offline/stored.ts';
import { createRequestHandler } from './handle-requests.ts';
import type { StoredResponse, StoredResponses } from './stored-responses.ts';
import type { FetchEvent } from './worker-scope.ts';

const ORIGIN = 'https://izgodno.example';
const STORED_AT = 1_700_000_000_000;

const server = vi.fn<(request: Request) => Promise<Response>>();
const notified = vi.fn<(clientId: string, change: WorkerChange) => void>();
let work: Promise<unknown>[] = [];

/** Cached responses in memory, as text. */
const createMemory = () => {
  const texts = new Map<string, string>();
  const stored: StoredResponses = {
    keep: async (url, response) => void texts.set(url, await response.text()),
    find: async (url): Promise<StoredResponse | undefined> => {
      const text = texts.get(url);
      return text === undefined ? undefined : { response: new Response(text), storedAt: STORED_AT };
    },
    evict: async () => texts.clear(),
  };
  return { texts, stored };
};

let deals = createMemory();
let images = createMemory();
let storesChat = false;

const responses = () =>
  createRequestHandler({
    fetch: server,
    deals: deals.stored,
    images: images.stored,
    shellFile: async (path) => (path === '/offline' ? new Response('the application') : undefined),
    hasStoredChat: async () => storesChat,
    notify: async (clientId, change) => notified(clientId, change),
  });

const eventFor = (path: string, preloadResponse?: Promise<Response | undefined>): FetchEvent => ({
  request: new Request(ORIGIN + path),
  clientId: 'a-page',
  resultingClientId: 'next-page',
  preloadResponse: preloadResponse ?? Promise.resolve(undefined),
  respondWith: () => undefined,
  waitUntil: (one) => void work.push(one),
});

const publicly = (body: string) =>
  new Response(body, { headers: { 'cache-control': 'public, no-cache' } });
const away = () => server.mockRejectedValue(new TypeError('Failed to fetch'));
const pageWith = (response: object) =>
  new Response(
    `<html><script type="application/json" id="first-answer">${JSON.stringify(response)}</script></html>`,
  );

beforeEach(() => {
  server.mockReset();
  notified.mockReset();
  work = [];
  deals = createMemory();
  images = createMemory();
  storesChat = false;
});

describe('a page', () => {
  test('of the chat is the application if messages are stored, else the page without connection', async () => {
    away();
    const chat = '/chat/01890000-0000-7000-8000-c00000000000';
    const without = await responses().page(eventFor(chat));
    expect(without.status).toBe(302);
    expect(without.headers.get('location')).toContain('/offline?');
    storesChat = true;
    expect(await (await responses().page(eventFor(chat))).text()).toBe('the application');
    const other = await responses().page(eventFor('/chatter'));
    expect(other.status).toBe(302);
  });

  test('comes from the server, and what it shows is cached', async () => {
    server.mockResolvedValue(pageWith({ call: '/api/deals/7', answer: { success: true } }));
    const page = await responses().page(eventFor('/deals/7'));
    expect(await page.text()).toContain('first-answer');
    await Promise.all(work);
    expect(deals.texts).toEqual(new Map([[`${ORIGIN}/api/deals/7`, '{"success":true}']]));
  });

  test('that does not exist is not cached', async () => {
    const { body } = pageWith({ call: '/api/deals/8', answer: { success: false } });
    server.mockResolvedValue(new Response(body, { status: 404 }));
    await responses().page(eventFor('/deals/8'));
    await Promise.all(work);
    expect(deals.texts.size).toBe(0);
  });

  test('uses the response that the browser has preloaded', async () => {
    const preloaded = Promise.resolve(new Response('preloaded'));
    expect(await (await responses().page(eventFor('/deals', preloaded))).text()).toBe('preloaded');
    expect(server).not.toHaveBeenCalled();
  });

  test('is also unreachable if Firefox has preloaded an error, without rejecting it', async () => {
    away();
    const preloaded = Promise.resolve(Response.error());
    const without = await responses().page(eventFor('/deals', preloaded));
    expect(without.headers.get('location')).toContain('/offline?');
    deals.texts.set(`${ORIGIN}/api/deals`, '{}');
    const page = await responses().page(eventFor('/deals', preloaded));
    expect(await page.text()).toBe('the application');
  });

  test('that is unreachable is the application, if what it shows was cached', async () => {
    away();
    deals.texts.set(`${ORIGIN}/api/deals`, '{}');
    expect(await (await responses().page(eventFor('/deals?view=list'))).text()).toBe(
      'the application',
    );
  });

  test.each([502, 503, 504])(
    'of a server that a proxy cannot reach (%i) is also the application',
    async (status) => {
      server.mockResolvedValue(new Response('', { status }));
      deals.texts.set(`${ORIGIN}/api/deals`, '{}');
      expect(await (await responses().page(eventFor('/deals'))).text()).toBe('the application');
      // Without a cached copy, the proxy's page says more.
      expect((await responses().page(eventFor('/deals/8'))).status).toBe(status);
    },
  );

  test('with a cached copy waits for the server only until the timeout', async () => {
    vi.useFakeTimers();
    try {
      server.mockReturnValue(new Promise(() => undefined));
      deals.texts.set(`${ORIGIN}/api/deals`, '{}');
      const arrived = vi.fn<(page: Response) => void>();
      const page = responses().page(eventFor('/deals'));
      void page.then(arrived);
      await vi.advanceTimersByTimeAsync(3_999);
      expect(arrived).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(await (await page).text()).toBe('the application');
    } finally {
      vi.useRealTimers();
    }
  });

  test.each(['/deals/8', '/deals?q=bike', '/chat'])(
    'that is unreachable and was never viewed leads to the offline page, which leads back: %s',
    async (path) => {
      away();
      const page = await responses().page(eventFor(path));
      expect(page.status).toBe(302);
      const { pathname, searchParams } = new URL(page.headers.get('location') ?? '', ORIGIN);
      expect([pathname, searchParams.get('from')]).toEqual(['/offline', path]);
    },
  );

  test('for offline users works offline', async () => {
    away();
    expect(await (await responses().page(eventFor('/offline?from=%2Fchat'))).text()).toBe(
      'the application',
    );
  });
});

describe('deals', () => {
  test('come from the server and are cached; the page learns that they are fresh', async () => {
    server.mockResolvedValue(publicly('fresh'));
    const response = await responses().deals(eventFor('/api/deals'));
    expect(await response.text()).toBe('fresh');
    await Promise.all(work);
    expect(deals.texts.get(`${ORIGIN}/api/deals`)).toBe('fresh');
    expect(notified).toHaveBeenCalledWith('a-page', { keptAt: null });
  });

  test.each(['no-store', 'private', 'no-cache'])(
    'that the server marks as private (%s) are not cached',
    async (cacheControl) => {
      server.mockResolvedValue(new Response('', { headers: { 'cache-control': cacheControl } }));
      await responses().deals(eventFor('/api/deals'));
      await Promise.all(work);
      expect(deals.texts.size).toBe(0);
    },
  );

  test('that are unreachable come from the cache; the page learns their age', async () => {
    away();
    deals.texts.set(`${ORIGIN}/api/deals/7`, 'kept');
    expect(await (await responses().deals(eventFor('/api/deals/7'))).text()).toBe('kept');
    expect(notified).toHaveBeenCalledWith('a-page', { keptAt: STORED_AT });
  });

  test('on a line that hangs come from the cache after the timeout, and a late response is cached', async () => {
    vi.useFakeTimers();
    try {
      const late = Promise.withResolvers<Response>();
      server.mockReturnValue(late.promise);
      deals.texts.set(`${ORIGIN}/api/deals/7`, 'kept');
      const arrived = vi.fn<(response: Response) => void>();
      const response = responses().deals(eventFor('/api/deals/7'));
      void response.then(arrived);
      await vi.advanceTimersByTimeAsync(3_999);
      expect(arrived).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(arrived).toHaveBeenCalled();
      expect(await (await response).text()).toBe('kept');
      late.resolve(publicly('fresh'));
      await Promise.all(work);
      expect(deals.texts.get(`${ORIGIN}/api/deals/7`)).toBe('fresh');
      // The page still shows the copy.
      expect(notified.mock.calls).toEqual([['a-page', { keptAt: STORED_AT }]]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('that were never viewed are waited for, as is their page, however long they take', async () => {
    vi.useFakeTimers();
    try {
      const late = Promise.withResolvers<Response>();
      server.mockReturnValue(late.promise);
      const response = responses().deals(eventFor('/api/deals/8'));
      const page = responses().page(eventFor('/deals/8'));
      await vi.advanceTimersByTimeAsync(60_000);
      late.resolve(publicly('fresh'));
      expect(await (await response).clone().text()).toBe('fresh');
      expect(await page).toBe(await response);
    } finally {
      vi.useRealTimers();
    }
  });

  test('that are unreachable and were never viewed fail as without the worker', async () => {
    away();
    await expect(responses().deals(eventFor('/api/deals/8'))).rejects.toThrow('Failed to fetch');
    server.mockResolvedValue(new Response('', { status: 503 }));
    expect((await responses().deals(eventFor('/api/deals/8'))).status).toBe(503);
  });

  test('that are rejected stay rejected, whatever was cached', async () => {
    server.mockResolvedValue(new Response('', { status: 404 }));
    deals.texts.set(`${ORIGIN}/api/deals/7`, 'kept');
    expect((await responses().deals(eventFor('/api/deals/7'))).status).toBe(404);
  });
});

const askedBy = (clientId: string) => ({ ...eventFor('/assets/main.js'), clientId });

describe('a file of the application', () => {
  test('comes from the server with a page from the server', async () => {
    server.mockResolvedValue(new Response(''));
    const here = responses();
    await here.page(eventFor('/deals'));
    expect(here.isFromServer(askedBy('next-page'))).toBe(true);
    expect(here.isFromServer(askedBy('a-page'))).toBe(false);
  });

  test('comes from the cache once the page from the server has loaded', async () => {
    server.mockResolvedValue(new Response(''));
    const here = responses();
    await here.page(eventFor('/deals'));
    here.onLoaded('next-page');
    expect(here.isFromServer(askedBy('next-page'))).toBe(false);
  });

  test('comes from the cache with the application that replaces a page', async () => {
    away();
    deals.texts.set(`${ORIGIN}/api/deals`, '{}');
    const here = responses();
    await here.page(eventFor('/deals'));
    expect(here.isFromServer(askedBy('next-page'))).toBe(false);
    expect(await (await here.shell(eventFor('/offline'))).text()).toBe('the application');
  });
});

describe('an image', () => {
  test('is requested once and cached', async () => {
    server.mockResolvedValueOnce(publicly('picture'));
    await responses().image(eventFor('/demo-media/7.svg'));
    await Promise.all(work);
    expect(await (await responses().image(eventFor('/demo-media/7.svg'))).text()).toBe('picture');
    expect(server).toHaveBeenCalledTimes(1);
  });

  test('of a chat is never cached', async () => {
    server.mockResolvedValue(
      new Response('', { headers: { 'cache-control': 'private, max-age=31536000, immutable' } }),
    );
    await responses().image(eventFor('/api/files/0190'));
    await Promise.all(work);
    expect(images.texts.size).toBe(0);
  });
});

/** Responses where every look into the browser's storage ends as this one does. */
const respondWithout = (find: () => Promise<never>) =>
  createRequestHandler({
    fetch: server,
    deals: { ...deals.stored, find },
    images: { ...images.stored, find },
    shellFile: find,
    hasStoredChat: find,
    notify: async () => undefined,
  });

describe('storage of the browser', () => {
  const broken = {
    fails: (): Promise<never> => Promise.reject(new DOMException('No', 'UnknownError')),
    'does not respond': (): Promise<never> => new Promise(() => {}),
  };
  test.each(Object.entries(broken))(
    'that %s keeps nothing from the server back',
    async (_, find) => {
      vi.useFakeTimers();
      try {
        server.mockImplementation(async () => publicly('fresh'));
        const here = respondWithout(find);
        const arrived = Promise.all([
          here.page(eventFor('/deals')),
          here.page(eventFor('/chat')),
          here.deals(eventFor('/api/deals')),
          here.image(eventFor('/demo-media/7.svg')),
          here.shell(eventFor('/assets/main.js')),
        ]);
        await vi.advanceTimersByTimeAsync(4_000);
        for (const response of await arrived) expect(await response.text()).toBe('fresh');
      } finally {
        vi.useRealTimers();
      }
    },
  );
});
