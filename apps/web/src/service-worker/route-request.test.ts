import { describe, expect, test } from 'vitest';
import { ENDED_PARAMETER } from '#core/offline/ended-parameter.ts';
import { firstCallOf, routeRequest, type Route, type RoutedRequest } from './route-request.ts';

const ORIGIN = 'https://izgodno.example';
const shell = new Set(['/offline', '/assets/main-4f2a.js', '/favicon.svg']);

const route = (path: string, request: Partial<RoutedRequest> = {}): Route =>
  routeRequest(
    {
      method: 'GET',
      mode: 'cors',
      destination: '',
      cache: 'default',
      url: new URL(path, ORIGIN).href,
      ...request,
    },
    ORIGIN,
    shell,
  );

describe('a request is handled', () => {
  test.each<[string, Partial<RoutedRequest>, Route]>([
    ['/', { mode: 'navigate' }, 'page'],
    ['/deals?q=bike', { mode: 'navigate' }, 'page'],
    ['/deals/7', { mode: 'navigate' }, 'page'],
    ['/chat/0190', { mode: 'navigate' }, 'page'],
    ['/api/deals', {}, 'deals'],
    ['/api/deals?q=bike&cursor=x', {}, 'deals'],
    ['/api/deals/7', {}, 'deals'],
    ['/demo-media/7.svg', { destination: 'image', mode: 'no-cors' }, 'image'],
    ['/api/files/0190/thumbnail', { destination: 'image', mode: 'no-cors' }, 'image'],
    ['/assets/main-4f2a.js', { destination: 'script' }, 'shell'],
    ['/favicon.svg', { destination: 'image', mode: 'no-cors' }, 'shell'],
    ['/api/auth/logout', { method: 'POST' }, 'sign-out'],
  ])('%s %o', (path, request, expected) => {
    expect(route(path, request)).toBe(expected);
  });

  test.each<[string, Partial<RoutedRequest>]>([
    // Private data.
    ['/api/auth/me', {}],
    ['/api/users/me/favorites', {}],
    ['/api/users/me/marks', {}],
    ['/api/message/channel/0190/messages', {}],
    ['/api/channels', {}],
    ['/api/notices', {}],
    ['/api/session', {}],
    // The end of a session that the user did not ask for.
    [`/api/auth/logout?${ENDED_PARAMETER}=true`, { method: 'POST' }],
    // A visit of its address, which signs no user out.
    ['/api/auth/logout', { mode: 'navigate' }],
    // Changes and questions about a deal.
    ['/api/deals', { method: 'POST' }],
    ['/api/deals/7', { method: 'PATCH' }],
    ['/api/deals/7/view', { method: 'POST' }],
    ['/api/deals/7/visit', {}],
    ['/api/deals/suggest?q=bike', {}],
    ['/api/deals/changes?since=7', {}],
    // Not a page of the application.
    ['/api/files/0190', { mode: 'navigate' }],
    ['/api/docs/', { mode: 'navigate' }],
    ['/sitemap.xml', { mode: 'navigate' }],
    ['/unsubscribe?token=x', { mode: 'navigate' }],
    ['/demo-media/7.svg', { mode: 'navigate' }],
    ['/api/files/0190', { destination: '' }],
    ['/api/files/0190', { destination: 'audio' }],
    // Another origin.
    ['https://shop.example/picture.jpg', { destination: 'image', mode: 'no-cors' }],
    ['https://shop.example/api/deals', {}],
    // Never cached, or requested with caches bypassed.
    ['/assets/chat-77aa.js', { destination: 'script' }],
    ['/favicon.svg', { cache: 'no-store' }],
  ])('by the network alone: %s %o', (path, request) => {
    expect(route(path, request)).toBe('network');
  });
});

describe('the first call of a page', () => {
  test.each([
    ['/', '/api/deals'],
    ['/deals', '/api/deals'],
    ['/deals?view=list&lang=bg', '/api/deals'],
    [
      '/deals?q=red+bike&category=sports&category=food&view=list',
      '/api/deals?q=red+bike&category=sports&category=food',
    ],
    ['/deals/7', '/api/deals/7'],
    ['/deals?utm_source=mail&q=bike&utm_medium=x&fbclid=1', '/api/deals?q=bike'],
    ['/deals/7?report', '/api/deals/7'],
  ])('%s: %s', (page, call) => {
    expect(firstCallOf(new URL(page, ORIGIN).href)).toBe(ORIGIN + call);
  });

  test.each(['/trending', '/chat', '/deals/x', '/deals/7/reviews', '/offline'])(
    '%s: none that is cached',
    (page) => {
      expect(firstCallOf(new URL(page, ORIGIN).href)).toBeNull();
    },
  );
});
