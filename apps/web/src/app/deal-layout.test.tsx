import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { network } from './testing/network.ts';
import { deal, open, rejection, serving, signIn, startAfresh } from './testing/served-app.tsx';

beforeEach(async () => {
  await startAfresh();
  network.response = (request) => {
    const { pathname } = request.url;
    if (pathname === '/api/deals/1/similar')
      return Response.json({ success: true, items: [2, 3, 4, 5, 6, 7, 8].map((id) => deal(id)) });
    if (pathname === '/api/deals/1')
      return Response.json({
        success: true,
        deal: deal(1, { description: 'As good as new.\n'.repeat(200) }),
      });
    return serving(30)(request);
  };
});

const paths = () => network.asked.map(({ url }) => url.pathname);

test('prices, comments and similar deals load when they come near the screen', async () => {
  const screen = await open('/deals/1');
  const description = screen.getByRole('heading', { name: 'Description' });
  await expect.element(description).toBeInTheDocument();
  await expect.poll(() => paths()).toContain('/api/deals/1/view');
  for (const part of ['price-history', 'comments', 'similar'])
    expect(paths()).not.toContain(`/api/deals/1/${part}`);

  window.scrollTo(0, document.body.scrollHeight);
  for (const name of ['Price history', 'Comments', 'Similar deals'])
    await expect.element(screen.getByRole('heading', { name })).toBeInTheDocument();
});

test('what is empty or leads elsewhere is not printed', async () => {
  const screen = await open('/deals/1');
  await expect.element(screen.getByRole('heading', { name: 'Description' })).toBeInTheDocument();
  window.scrollTo(0, document.body.scrollHeight);
  for (const part of [
    screen.getByRole('heading', { name: 'Price alert' }),
    screen.getByText(/^No comments yet/),
    screen.getByRole('heading', { name: 'Similar deals' }),
  ]) {
    await expect.element(part).toBeInTheDocument();
    expect(part.element().closest('[data-on="screen"]')).not.toBeNull();
  }
});

test('the offer stays beside its description, and ends above the similar deals', async () => {
  const screen = await open('/deals/1');
  const title = screen.getByRole('heading', { level: 1 });
  const description = screen.getByRole('heading', { name: 'Description' });
  await expect.element(description).toBeInTheDocument();
  window.scrollTo(0, scrollY + description.element().getBoundingClientRect().bottom);
  await expect.element(title).toBeInViewport();

  window.scrollTo(0, document.body.scrollHeight);
  const similar = screen.getByRole('heading', { name: 'Similar deals' });
  await expect.element(similar).toBeInTheDocument();

  similar.element().scrollIntoView();
  const offer = title.element().parentElement;
  expect(scrollY).toBeGreaterThan(0);
  expect(offer?.getBoundingClientRect().bottom).toBeLessThanOrEqual(
    similar.element().getBoundingClientRect().top,
  );
});

test('the page of a deal from the list shows its title and price at once, on a slow line', async () => {
  const response = Promise.withResolvers<Response>();
  network.response = (request) =>
    request.url.pathname === '/api/deals/3' ? response.promise : serving(30)(request);
  const screen = await open('/deals');
  await screen.getByRole('link', { name: 'Deal 3', exact: true }).click();
  await expect
    .element(screen.getByRole('heading', { level: 1, name: 'Deal 3' }), { timeout: 5_000 })
    .toBeVisible();
  await expect.element(screen.getByRole('article').getByText(/30/).first()).toBeVisible();
  response.resolve(Response.json({ success: true, deal: deal(3, { title: 'Deal 3, renamed' }) }));
  await expect.element(screen.getByRole('heading', { name: 'Deal 3, renamed' })).toBeVisible();
});

test('a deal of the list that was removed meanwhile is not shown as present', async () => {
  network.response = (request) =>
    request.url.pathname === '/api/deals/3' ? rejection(404, 'not_found') : serving(30)(request);
  const screen = await open('/deals');
  await screen.getByRole('link', { name: 'Deal 3', exact: true }).click();
  await expect.element(screen.getByRole('heading', { level: 1, name: /not found/i })).toBeVisible();
});

test('a text in another language is translated on demand, where the browser can', async () => {
  const served = deal(1, { title: 'Велосипед', description: 'Почти нов.' });
  network.response = (request) =>
    request.url.pathname === '/api/deals/1'
      ? Response.json({ success: true, deal: served })
      : serving(30)(request);
  const words = new Map([
    ['Велосипед', 'Bicycle'],
    ['Почти нов.', 'Nearly new.'],
  ]);
  const destroy = vi.fn<() => void>();
  const create = vi
    .fn<(languages: object) => Promise<object>>()
    .mockRejectedValueOnce(new Error('no room for the model'))
    .mockResolvedValue({
      translate: (text: string) => Promise.resolve(words.get(text) ?? text),
      destroy,
    });
  vi.stubGlobal('Translator', { availability: () => Promise.resolve('downloadable'), create });
  onTestFinished(() => void vi.unstubAllGlobals());

  const screen = await open('/deals/1');
  const show = screen.getByRole('button', { name: 'Show a translation' });
  await show.click();
  await expect.element(screen.getByText(/^Your browser could not translate/)).toBeVisible();
  await show.click();
  await expect.element(screen.getByText('Bicycle')).toBeVisible();
  await expect.element(screen.getByText('Nearly new.')).toBeVisible();
  await expect.element(screen.getByText(/^Translated by your browser/)).toBeVisible();
  expect(create).toHaveBeenLastCalledWith({ sourceLanguage: 'bg', targetLanguage: 'en' });
  expect(destroy).toHaveBeenCalledOnce();
  await expect
    .poll(() => document.activeElement?.matches('[data-keeps-focus]') === true)
    .toBe(true);
});

test('a text in the language of the page, or for a browser that cannot translate, has no button', async () => {
  const availability = vi.fn<() => Promise<string>>().mockResolvedValue('unavailable');
  vi.stubGlobal('Translator', { availability });
  onTestFinished(() => void vi.unstubAllGlobals());
  const screen = await open('/deals/1');
  await expect.element(screen.getByRole('heading', { name: 'Description' })).toBeInTheDocument();
  expect(availability).not.toHaveBeenCalled();
  network.response = (request) =>
    request.url.pathname === '/api/deals/1'
      ? Response.json({ success: true, deal: deal(1, { description: 'Почти нов.' }) })
      : serving(30)(request);
  const again = await open('/deals/1?again');
  await expect.element(again.getByText('Почти нов.')).toBeVisible();
  await expect.poll(() => availability.mock.calls.length).toBe(1);
  await expect
    .element(again.getByRole('button', { name: 'Show a translation' }))
    .not.toBeInTheDocument();
});

test('a telephone number is shown to who signs in to see it', async () => {
  let isRejected = true;
  network.response = (request) => {
    const { pathname } = request.url;
    if (pathname === '/api/deals/1/contact')
      return isRejected
        ? rejection(429, 'rate_limited')
        : Response.json({ success: true, numbers: ['0888 123 456'] });
    return pathname === '/api/deals/1'
      ? Response.json({
          success: true,
          deal: deal(1, { title: 'Bike, 0888 •• •• ••', masked: true }),
        })
      : serving(30)(request);
  };
  const screen = await open('/deals/1');
  const show = screen.getByRole('button', { name: 'Show the phone number' });
  await show.click();
  const prompt = screen.getByRole('dialog', { name: 'Please sign in to access this feature' });
  await expect.element(prompt).toBeVisible();
  expect(paths()).not.toContain('/api/deals/1/contact');
  signIn();
  await expect.element(screen.getByText(/^Too many requests/)).toBeVisible();
  isRejected = false;
  await show.click();
  const number = screen.getByRole('link', { name: '0888 123 456' });
  await expect.element(number).toHaveAttribute('href', 'tel:+359888123456');
  await expect.element(show).not.toBeInTheDocument();
});
