// Imported first, because it replaces the network of the application.
import { dealChannelId } from '@izgodno/contract/chat/deal-channel';
import { network, type FakeResponse } from './network.ts';
import type { DealPage } from '@izgodno/contract/deals/deal-page';
import type { Deal } from '@izgodno/contract/deals/deal';
import type { User } from '@izgodno/contract/accounts/session';
import type { UploadConfig } from '@izgodno/contract/uploads/calls';
import { QueryClientProvider } from '@tanstack/react-query';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { startLanguage } from '#core/language/language.ts';
import { createQueryClient } from '#core/api/query-client.ts';
import { navigate } from '#core/router/location.ts';
import { mila } from '#core/session/testing/sessions.ts';
import { toastStore } from '#shared/ui/toast.ts';
import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import '#shared/styles/list-head.css';
import { App } from '../app.tsx';

export const deal = (number: number, more: Partial<Deal> = {}): Deal => ({
  id: String(number),
  title: `Deal ${number}`,
  description: 'As <b>good</b> as new',
  media: [],
  price: { amount: 1_000 * number, currency: 'EUR' },
  category: 'sports',
  condition: 'good',
  tags: [],
  source: { id: 'bazar', name: 'Bazar', group: 'marketplace' },
  status: 'active',
  inStock: true,
  views: 0,
  likes: 0,
  postedAt: '2026-11-01T10:00:00Z',
  ...more,
});

const PAGE_SIZE = 24;

export const dealPage = (total: number, from = 0, more: Partial<DealPage> = {}): DealPage => ({
  success: true,
  items: Array.from({ length: Math.min(PAGE_SIZE, total - from) }, (_, rank) =>
    deal(from + rank + 1),
  ),
  total,
  facets: {
    category: [
      { value: 'sports', count: total },
      { value: 'food', count: 3 },
    ],
    source: [],
    group: [],
    condition: [],
    brand: [],
    location: [],
    offer: [],
    rooms: [],
    area: [],
    price: [],
  },
  nextCursor: from + PAGE_SIZE < total ? String(from + PAGE_SIZE) : null,
  ...more,
});

export const rejection = (status: number, code: string) =>
  Response.json({ success: false, error: { code, message: code } }, { status });

const uploadConfig = {
  maxFileSize: 1,
  maxFileSizeString: '1 B',
  maxFiles: 1,
  chunkSize: 1,
  requestTimeout: 1_000,
  uploadMethod: 'chunked',
  pacing: 'instant',
  allowedTypes: [],
  quota: 0,
} satisfies UploadConfig;

/** A server with `total` deals. */
export const serving =
  (total: number): FakeResponse =>
  ({ url }) => {
    if (url.pathname === '/api/deals')
      return Response.json(dealPage(total, Number(url.searchParams.get('cursor') ?? 0)));
    if (url.pathname === '/api/channels') return Response.json({ success: true, channels: [] });
    if (url.pathname === '/api/channels/activity')
      return Response.json({ success: true, activity: [] });
    if (url.pathname === `/api/users/${mila.id}/profile`)
      return Response.json({ success: true, user: { ...mila, lastActiveMessages: {} } });
    if (url.pathname === '/api/config/upload')
      return Response.json({ success: true, config: uploadConfig });
    if (url.pathname === '/api/deals/suggest')
      return Response.json({
        success: true,
        suggestions: [
          { text: 'red, bicycle', kind: 'query', count: 4 },
          { text: 'food', kind: 'category', count: 3 },
        ],
        deals: [deal(7)],
      });
    const commented = /^\/api\/deals\/(\d+)\/comments$/.exec(url.pathname)?.[1];
    if (commented !== undefined)
      return Response.json({
        success: true,
        channelId: dealChannelId(commented),
        total: 0,
        comments: [],
        nextCursor: null,
      });
    if (url.pathname === '/api/users/me/alerts')
      return Response.json({ success: true, alerts: [] });
    const number = Number(url.pathname.split('/').at(-1));
    return number > 0 && number <= total
      ? Response.json({ success: true, deal: deal(number) })
      : rejection(404, 'not_found');
  };

export const open = async (path: string) => {
  navigate(path);
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <App />
    </QueryClientProvider>,
  );
};

/** Path and query of the current page, decoded. */
export const url = () =>
  decodeURIComponent(location.pathname + location.search).replaceAll('+', ' ');

/** Simulates a first visit, by default to a server with 30 deals. */
export const startAfresh = async (server: FakeResponse = serving(30)): Promise<void> => {
  localStorage.clear();
  sessionStorage.clear();
  // A session of the test before ends now; otherwise this tab would notice that later, and go home.
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  document.head.querySelector('meta[name="application-name"]')?.remove();
  document.head.append(
    Object.assign(document.createElement('meta'), { name: 'application-name', content: 'Izgodno' }),
  );
  localStorage.setItem('preferred-language', 'en');
  network.asked.length = 0;
  network.response = server;
  await page.viewport(1280, 800);
  await startLanguage();
  // An action of the test before may have run on meanwhile, as a signed-out user.
  sessionStorage.clear();
  toastStore.set([]);
};

/** Simulates a sign-in in another tab of this browser. */
export const signIn = (user: User = mila): void => {
  localStorage.setItem('accessToken', 'access');
  localStorage.setItem('refreshToken', 'refresh');
  localStorage.setItem('accessTokenExpiration', String(Date.now() + 60 * 60_000));
  localStorage.setItem('user', JSON.stringify(user));
  window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }));
};

/** The response to a sign-in. */
export const tokens = (): Response =>
  Response.json({
    success: true,
    message: '',
    accessToken: 'another access',
    accessTokenExpiration: Date.now() + 60 * 60_000,
    refreshToken: 'another refresh',
    serverTime: Date.now(),
    user: mila,
  });
