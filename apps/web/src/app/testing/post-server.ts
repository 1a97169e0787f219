// Imported first, because it replaces the network of the application.
import { network, type FakeResponse } from './network.ts';
import type { Deal } from '@izgodno/contract/deals/deal';
import { dealStatusSchema } from '@izgodno/contract/deals/vocabulary';
import { vi } from 'vitest';
import * as z from 'zod/mini';
import { mila } from '#core/session/testing/sessions.ts';
import { deal, dealPage, type open, serving, signIn, startAfresh } from './served-app.tsx';

const statusSchema = z.object({ status: dealStatusSchema });

export const FILE_ID = (number: number): string =>
  `01939f7e-6c00-7000-8000-${String(number).padStart(12, '0')}`;

export const own = (number: number, more: Partial<Deal> = {}): Deal =>
  deal(number, {
    source: { id: 'users', name: 'Izgodno members', group: 'marketplace' },
    seller: { id: mila.id, name: mila.name },
    ...more,
  });

/** The state of the fake server. */
export const held: {
  duplicates: readonly Deal[];
  posts: readonly Deal[];
  /** The ids of those that a moderator removed. */
  removed: readonly string[];
  uploaded: number;
} = {
  duplicates: [],
  posts: [],
  removed: [],
  uploaded: 0,
};

const counts = () => ({
  active: held.posts.filter(({ status }) => status === 'active').length,
  sold: held.posts.filter(({ status }) => status === 'sold').length,
  expired: held.posts.filter(({ status }) => status === 'expired').length,
  deleted: held.posts.filter(({ status }) => status === 'deleted').length,
});

const patched = (id: string, more: Partial<Deal>): Deal => {
  held.posts = held.posts.map((one) => (one.id === id ? { ...one, ...more } : one));
  const changed = held.posts.find((one) => one.id === id);
  if (changed === undefined) throw new Error(`There is no deal ${id}`);
  return changed;
};

/** A server where Mila has the posts in `held.posts`. */
export const postServer: FakeResponse = async (request) => {
  const { url, method } = request;
  const { pathname } = url;
  if (pathname === '/api/auth/me') return Response.json({ success: true, user: mila });
  if (pathname === '/api/config/upload') {
    return Response.json({
      success: true,
      config: {
        maxFileSize: 1_000,
        maxFileSizeString: '1 KB',
        maxFiles: 30,
        chunkSize: 1_000,
        requestTimeout: 1_000,
        uploadMethod: 'chunked',
        pacing: 'instant',
        allowedTypes: [],
        quota: 0,
      },
    });
  }
  if (pathname === '/api/uploads')
    return Response.json({
      success: true,
      uploads: [],
      nextCursor: null,
      usage: { used: 0, quota: 0 },
    });
  if (pathname === '/api/locations')
    return Response.json({
      success: true,
      locations: [
        { id: 'plovdiv', kind: 'town', name: { bg: 'Пловдив', en: 'Plovdiv' } },
        { id: 'pleven', kind: 'town', name: { bg: 'Плевен', en: 'Pleven' } },
      ],
    });
  if (pathname === '/api/deals/possible-duplicates')
    return Response.json({
      success: true,
      duplicates: held.duplicates.map((one) => ({ deal: one, reason: 'similar' })),
    });
  if (pathname === '/api/deals/read-link')
    return Response.json({
      success: true,
      product: {
        url: 'https://shop.example/bike',
        title: 'Road bike',
        description: 'With lights',
        price: { amount: 19_990, currency: 'EUR' },
        originalPrice: null,
        category: 'sports',
        condition: 'new',
        images: ['https://shop.example/a.jpg', 'https://shop.example/b.jpg'],
        brand: null,
        gtin: null,
        mpn: null,
        inStock: true,
        merchant: 'Shop',
      },
    });
  if (pathname === '/api/deals/link-pictures')
    return Response.json({ success: true, files: [FILE_ID(71), FILE_ID(72)] });
  if (pathname === '/api/deals' && method === 'POST') {
    const posted = own(500, { title: 'Posted' });
    held.posts = [posted, ...held.posts];
    return Response.json({ success: true, deal: posted });
  }
  if (pathname === '/api/users/me/deals') {
    const status = url.searchParams.get('status');
    const items = held.posts.filter((one) =>
      status === null ? one.status !== 'deleted' : one.status === status,
    );
    return Response.json({
      ...dealPage(0),
      items,
      total: items.length,
      counts: counts(),
      favorites: { '41': 7 },
      removedByModerator: held.removed,
    });
  }
  const [, id = '', what] = /^\/api\/deals\/(\d+)(?:\/(\w+))?$/.exec(pathname) ?? [];
  const mine = held.posts.find((one) => one.id === id);
  if (mine !== undefined) {
    if (what === 'draft')
      return Response.json({
        success: true,
        draft: {
          title: mine.title,
          description: mine.description,
          price: mine.price,
          originalPrice: null,
          category: mine.category,
          condition: mine.condition,
          location: null,
          tags: mine.tags,
          media: [FILE_ID(1), FILE_ID(2)],
          link: null,
          expiresAt: '2026-12-01T10:00:00.000Z',
        },
        media: [1, 2].map((number) => ({
          id: FILE_ID(number),
          kind: 'image',
          url: `/api/files/${FILE_ID(number)}`,
        })),
        status: mine.status,
      });
    if (what === 'restore')
      return Response.json({ success: true, deal: patched(id, { status: 'active' }) });
    if (what === 'status')
      return Response.json({
        success: true,
        deal: patched(id, statusSchema.parse(JSON.parse(network.asked.at(-1)?.body ?? ''))),
        counts: counts(),
      });
    if (method === 'DELETE')
      return Response.json({
        success: true,
        deal: patched(id, { status: 'deleted' }),
        restorableUntil: '2026-12-01T10:00:00Z',
      });
    if (what === undefined) return Response.json({ success: true, deal: mine });
  }
  return serving(30)(request);
};

/** Fakes the requests of uploads: each becomes a file. */
class UploadingRequest extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  withCredentials = false;
  open(): void {}
  setRequestHeader(): void {}
  abort(): void {}
  send(): void {
    held.uploaded += 1;
    this.status = 200;
    this.responseText = JSON.stringify({
      success: true,
      fileId: FILE_ID(held.uploaded),
      fileUrl: `/api/files/${FILE_ID(held.uploaded)}`,
      originalName: 'a.png',
      fileName: 'a.png',
      filenameSanitized: 'a.png',
      size: 3,
      mediaType: 'image/png',
    });
    queueMicrotask(() => this.dispatchEvent(new Event('load')));
  }
}

export const sent = (method: string, pathname: string): unknown => {
  const found = network.asked.findLast(
    (asked) => asked.method === method && asked.url.pathname === pathname,
  );
  return found === undefined ? undefined : JSON.parse(found.body);
};

/** Signs Mila in at a server that accepts posts and files. */
export const startPostServer = async (): Promise<void> => {
  await startAfresh();
  vi.stubGlobal('XMLHttpRequest', UploadingRequest);
  network.response = postServer;
  Object.assign(held, { duplicates: [], posts: [], removed: [], uploaded: 0 });
  signIn();
};

export type Screen = Awaited<ReturnType<typeof open>>;

export const field = (screen: Screen, name: string) =>
  screen.getByRole('textbox', { name: new RegExp(`^${name}`) });

export const press = (screen: Screen, name: string) =>
  screen.getByRole('main').getByRole('button', { name, exact: true }).click();

export const image = (name: string): File => new File(['png'], name, { type: 'image/png' });

export const fillIn = async (screen: Screen): Promise<void> => {
  await field(screen, 'Title').fill('Градски велосипед');
  await screen.getByRole('combobox', { name: 'Category' }).selectOptions('Sports');
  await field(screen, 'Price in euro').fill('120,50');
};

/** The ids under which deals were sent. */
export const postedIds = (): readonly unknown[] =>
  network.asked
    .filter(({ method, url }) => method === 'POST' && url.pathname === '/api/deals')
    .map(({ body }) => JSON.parse(body).clientId);

export const paste = (file: File): void => {
  const clipboardData = new DataTransfer();
  clipboardData.items.add(file);
  document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
};
