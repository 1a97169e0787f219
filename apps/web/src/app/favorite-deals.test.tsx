import { beforeEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { mila } from '#core/session/testing/sessions.ts';
import { evictMarks } from '#features/engagement/state/marks.ts';
import { network, type FakeResponse } from './testing/network.ts';
import {
  url,
  dealPage,
  deal,
  open,
  rejection,
  serving,
  signIn,
  startAfresh,
  tokens,
} from './testing/served-app.tsx';

const stored = new Set<string>();
const liked = new Set<string>();

const counts = (id: string) =>
  Response.json({
    success: true,
    views: 8,
    likes: liked.has(id) ? 1 : 0,
    favorites: 1,
    favorite: stored.has(id),
    liked: liked.has(id),
  });

/** A server that stores Mila's favourites, likes and reports. */
const favoriting: FakeResponse = (request) => {
  const { url, method } = request;
  const [, id = '', what] = /^\/api\/deals\/(\d+)\/(\w+)$/.exec(url.pathname) ?? [];
  const marked = what === 'favorite' ? stored : liked;
  if (what === 'favorite' || what === 'like') {
    if (method === 'PUT') marked.add(id);
    else marked.delete(id);
    return counts(id);
  }
  if (what === 'vote') {
    const vote = network.asked.at(-1)?.body === '{"value":1}' ? 1 : 0;
    return Response.json({ success: true, temperature: vote * 10, votes: vote, vote });
  }
  if (what === 'view') return counts(id);
  if (what === 'similar') return Response.json({ success: true, items: [deal(2), deal(3)] });
  if (what === 'reports') return Response.json({ success: true });
  if (url.pathname === '/api/auth/me') return Response.json({ success: true, user: mila });
  if (url.pathname === '/api/deals/trending') return Response.json(dealPage(3));
  if (url.pathname === '/api/users/me/favorites') {
    const status = url.searchParams.get('status');
    const items = status === 'sold' ? [] : [...stored].map((one) => deal(Number(one)));
    return Response.json({
      ...dealPage(0),
      items,
      total: items.length,
      counts: { active: stored.size, sold: 0, expired: 2, deleted: 4 },
    });
  }
  if (url.pathname === '/api/users/me/deal-marks') {
    const ids = url.searchParams.getAll('ids');
    return Response.json({
      success: true,
      marks: ids
        .filter((one) => stored.has(one))
        .map((one) => ({ id: one, favorite: true, liked: false, markedExpired: false })),
    });
  }
  return serving(30)(request);
};

beforeEach(async () => {
  await startAfresh();
  stored.clear();
  liked.clear();
  evictMarks();
  network.response = favoriting;
});

// Runs first, while no user is signed in, because the end of a session leads to the start page.
describe('a deal', () => {
  test('is counted as viewed, and shows similar deals', async () => {
    const screen = await open('/deals/1');
    await expect.element(screen.getByText('8', { exact: true })).toBeVisible();
    const similar = screen.getByRole('list', { name: 'Similar deals' });
    await expect.element(similar.getByRole('link', { name: 'Deal 3' })).toBeVisible();
    const views = network.asked.filter(({ url }) => url.pathname === '/api/deals/1/view');
    expect(views.map(({ method }) => method)).toContain('POST');
  });

  test('shows its images large, by keyboard', async () => {
    const media = ['/a.svg', '/b.svg'].map((url) => ({ url, kind: 'image' as const }));
    network.response = (request) =>
      request.url.pathname === '/api/deals/1'
        ? Response.json({ success: true, deal: deal(1, { media }) })
        : favoriting(request);
    const screen = await open('/deals/1');
    const opener = screen.getByRole('button', { name: /^Enlarge: Deal 1, picture 1 of 2/ });
    await opener.click();
    const zoom = screen.getByRole('dialog', { name: 'Deal 1, picture 1 of 2' });
    await expect.element(zoom).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    await expect
      .element(screen.getByRole('dialog', { name: 'Deal 1, picture 2 of 2' }))
      .toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: /picture 2 of 2/ })).toBeVisible();
  });

  test('can be shared', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    Object.defineProperty(navigator, 'share', { value: undefined, configurable: true });
    const screen = await open('/deals/1');
    await screen.getByRole('button', { name: 'Share' }).click();
    await expect.element(screen.getByText('Link copied')).toBeVisible();
    expect(copied).toHaveBeenCalledWith(new URL('/deals/1', location.href).href);
    Reflect.deleteProperty(navigator, 'share');
  });
});

test('trending deals are public', async () => {
  const screen = await open('/trending');
  await expect.element(screen.getByRole('heading', { name: 'Hot deals' })).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Discussed' }))
    .toHaveAttribute('href', '/trending?tab=discussed');
  await expect.element(screen.getByRole('link', { name: 'Deal 3', exact: true })).toBeVisible();
  expect(screen.getByRole('article').all()).toHaveLength(3);
});

describe('a signed-out user', () => {
  test('is asked to sign in, and the deal is then a favourite', async () => {
    const screen = await open('/deals');
    await screen.getByRole('button', { name: 'Favorite: Deal 2', exact: true }).click();
    const prompt = screen.getByRole('dialog', { name: 'Please sign in to access this feature' });
    await expect.element(prompt).toBeVisible();
    expect(stored).toEqual(new Set());
    await prompt.getByRole('button', { name: 'Sign in' }).click();
    signIn();
    await expect.poll(() => stored).toEqual(new Set(['2']));
    await expect.element(screen.getByText('Added to favorites')).toBeVisible();
    await expect.poll(() => url()).toBe('/deals');
    await expect
      .element(screen.getByRole('button', { name: 'Favorite: Deal 2', exact: true }))
      .toHaveAttribute('aria-pressed', 'true');
  });

  test('is no longer asked after signing in in another tab', async () => {
    const screen = await open('/deals');
    await screen.getByRole('button', { name: 'Favorite: Deal 2', exact: true }).click();
    const prompt = screen.getByRole('dialog', { name: 'Please sign in to access this feature' });
    await expect.element(prompt).toBeVisible();
    signIn();
    await expect.element(prompt).not.toBeInTheDocument();
    await expect.poll(() => stored).toEqual(new Set(['2']));
    await expect.element(screen.getByText('Added to favorites')).toBeVisible();
  });
});

describe('a signed-in user', () => {
  beforeEach(() => signIn());

  test('sees their favourites, and adds and removes them with one tap', async () => {
    stored.add('3');
    const screen = await open('/deals');
    const third = screen.getByRole('button', { name: 'Favorite: Deal 3', exact: true });
    await expect.element(third).toHaveAttribute('aria-pressed', 'true');
    await third.click();
    await expect.element(third).toHaveAttribute('aria-pressed', 'false');
    await expect.element(screen.getByText('Removed from favorites')).toBeVisible();
    expect(stored).toEqual(new Set());
  });

  test('sees a change at once, and sees it undone if the server could not save it', async () => {
    const screen = await open('/deals');
    const response = Promise.withResolvers<Response>();
    network.response = (request) =>
      request.method === 'PUT' ? response.promise : favoriting(request);
    const first = screen.getByRole('button', { name: 'Favorite: Deal 1', exact: true });
    await first.click();
    await expect.element(first).toHaveAttribute('aria-pressed', 'true');
    response.reject(new TypeError('Failed to fetch'));
    await expect
      .element(screen.getByText('Network error. Please check your connection.'))
      .toBeVisible();
    await expect.element(first).toHaveAttribute('aria-pressed', 'false');
  });

  test.each([
    ['/deals', 'Favorite: Deal 1'],
    ['/deals/1', /^Like/],
    ['/deals/1', 'Hot'],
    ['/deals/1', /expired$/i],
  ] as const)('of quick taps on %s %s, the last one stays', async (path, name) => {
    const screen = await open(path);
    const button = screen.getByRole('button', { name, exact: true });
    await expect.element(button).toHaveAttribute('aria-pressed', 'false');
    const slow = Promise.withResolvers<null>();
    let isFirst = true;
    const arrived: string[] = [];
    network.response = async (request) => {
      const { url, method } = request;
      const isView = url.pathname.endsWith('/view');
      if (method === 'GET' || isView) return favoriting(request);
      const body = network.asked.at(-1)?.body ?? '';
      if (isFirst) {
        isFirst = false;
        await slow.promise;
      }
      arrived.push(method);
      if (url.pathname.endsWith('/vote')) {
        const vote = Number(/-?\d/.exec(body)?.[0]);
        return Response.json({ success: true, temperature: vote * 10, votes: vote, vote });
      }
      if (url.pathname.endsWith('/expired'))
        return Response.json({
          success: true,
          marked: method === 'PUT',
          marks: 1,
          needed: 3,
          status: 'active',
        });
      return favoriting(request);
    };
    await button.click();
    await button.click();
    await expect.element(button).toHaveAttribute('aria-pressed', 'false');
    expect(arrived).toHaveLength(0);
    slow.resolve(null);
    await expect.poll(() => arrived).toHaveLength(2);
    await expect.element(button).toHaveAttribute('aria-pressed', 'false');
    expect([...stored, ...liked]).toEqual([]);
  });

  test('sees what the server has after two taps that both failed', async () => {
    const screen = await open('/deals');
    const first = screen.getByRole('button', { name: 'Favorite: Deal 1', exact: true });
    const failures = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
    // The page may ask for one of them only after both have failed.
    for (const { promise } of failures) promise.catch(() => undefined);
    let count = 0;
    network.response = (request) =>
      request.url.pathname.endsWith('/favorite')
        ? (failures[count++]?.promise ?? Response.error())
        : favoriting(request);
    await first.click();
    await first.click();
    for (const failure of failures) failure.reject(new TypeError('lost'));
    await expect
      .element(screen.getByText('Network error. Please check your connection.'))
      .toBeVisible();
    await expect.element(first).toHaveAttribute('aria-pressed', 'false');
    expect(stored).toEqual(new Set());
  });

  test('reads what they are not allowed to do', async () => {
    const screen = await open('/deals');
    network.response = (request) =>
      request.method === 'PUT' ? rejection(403, 'forbidden') : favoriting(request);
    await screen.getByRole('button', { name: 'Favorite: Deal 1', exact: true }).click();
    await expect
      .element(screen.getByText('You are not authorized to perform this action'))
      .toBeVisible();
  });

  test.each(['Like 0', 'Mark as expired'])(
    'reads why "%s" failed without a connection',
    async (name) => {
      const screen = await open('/deals/1');
      const action = screen.getByRole('button', { name });
      await expect.element(action).toBeVisible();
      network.response = (request) =>
        request.method === 'PUT' ? Promise.reject(new TypeError('lost')) : favoriting(request);
      await action.click();
      await expect
        .element(screen.getByText('Network error. Please check your connection.'))
        .toBeVisible();
      await expect.element(action).toHaveAttribute('aria-pressed', 'false');
    },
  );

  test('votes a deal hot, and takes the vote back', async () => {
    const screen = await open('/deals/1');
    const hot = screen.getByRole('button', { name: 'Hot', exact: true });
    await hot.click();
    await expect.element(hot).toHaveAttribute('aria-pressed', 'true');
    await expect.element(screen.getByLabelText('Temperature')).toHaveTextContent('10°');
    await hot.click();
    await expect.element(hot).toHaveAttribute('aria-pressed', 'false');
    await expect.element(screen.getByLabelText('Temperature')).toHaveTextContent('0°');
  });

  test('has no vote on their own deal', async () => {
    const own = { ...deal(1), seller: { id: mila.id, name: mila.name }, temperature: 12 };
    network.response = (request) =>
      request.url.pathname === '/api/deals/1'
        ? Response.json({ success: true, deal: own })
        : favoriting(request);
    const screen = await open('/deals/1');
    await expect.element(screen.getByRole('button', { name: 'Like 0' })).toBeVisible();
    await expect.element(screen.getByLabelText('Temperature')).toHaveTextContent('12°');
    await expect
      .element(screen.getByRole('button', { name: 'Hot', exact: true }))
      .not.toBeInTheDocument();
  });

  test('keeps the text of a report that could not be sent', async () => {
    const screen = await open('/deals/1');
    await screen.getByRole('button', { name: 'Report' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Report this deal' });
    await dialog.getByRole('radio', { name: 'It is spam' }).click();
    await dialog.getByRole('textbox').fill('Sent ten times');
    network.response = (request) =>
      request.method === 'POST' ? Promise.reject(new TypeError('lost')) : favoriting(request);
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect
      .element(dialog.getByText('Network error. Please check your connection.'))
      .toBeVisible();
    await expect.element(dialog.getByRole('textbox')).toHaveValue('Sent ten times');
    network.response = favoriting;
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('finds their favourites by status', async () => {
    stored.add('4');
    const screen = await open('/favorites');
    await expect
      .element(screen.getByRole('heading', { name: 'Favorites', level: 1 }))
      .toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Deal 4', exact: true })).toBeVisible();
    expect(document.title).toBe('Favorites - Izgodno');
    const tabs = screen.getByRole('navigation', { name: 'Favorites by status' });
    const counted = ['All3', 'Active1', 'Sold0', 'Expired2'];
    expect(
      tabs
        .getByRole('link')
        .elements()
        .map((tab) => tab.textContent),
    ).toEqual(counted);
    await screen.getByRole('link', { name: /^Sold/ }).click();
    await expect.element(screen.getByText('No favorites here yet')).toBeVisible();
    expect(url()).toBe('/favorites?status=sold');
  });

  test('finds them after the session was refreshed, which the server had not accepted', async () => {
    stored.add('4');
    let isRefreshed = false;
    network.response = (request) => {
      const { pathname } = request.url;
      if (pathname === '/api/auth/refresh') {
        isRefreshed = true;
        return tokens();
      }
      return pathname === '/api/users/me/favorites' && !isRefreshed
        ? rejection(401, 'session_expired')
        : favoriting(request);
    };
    const screen = await open('/favorites');
    await expect.element(screen.getByRole('link', { name: 'Deal 4', exact: true })).toBeVisible();
  });

  test('likes a deal and reports one', async () => {
    const screen = await open('/deals/1');
    await screen.getByRole('button', { name: /^Like/ }).click();
    await expect.element(screen.getByRole('button', { name: 'Like 1' })).toBeVisible();
    await screen.getByRole('button', { name: 'Report' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Report this deal' });
    // No reason is chosen for the user.
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect.element(dialog.getByText('Choose a reason.')).toBeVisible();
    await expect.element(dialog.getByRole('radio').first()).toHaveFocus();
    await expect.element(dialog.getByRole('radio').first()).not.toBeChecked();
    await dialog.getByRole('radio', { name: 'It is spam' }).click();
    await dialog.getByRole('textbox').fill('Sent ten times');
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect
      .element(screen.getByText('Thank you. The moderators will look at it.'))
      .toBeVisible();
    const sent = network.asked.find(({ url }) => url.pathname.endsWith('/reports'));
    expect(JSON.parse(sent?.body ?? '')).toEqual({ reason: 'spam', note: 'Sent ten times' });
    await expect.element(dialog).not.toBeInTheDocument();
    expect(url()).toBe('/deals/1');
    // A further report begins empty.
    await screen.getByRole('button', { name: 'Report' }).click();
    await expect.element(dialog.getByRole('textbox')).toHaveValue('');
    await expect.element(dialog.getByRole('radio', { name: 'It is spam' })).not.toBeChecked();
    await expect.element(dialog.getByText('Choose a reason.')).not.toBeInTheDocument();
  });
});
