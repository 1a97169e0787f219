import { beforeEach, expect, test } from 'vitest';
import { network } from './testing/network.ts';
import { deal, open, serving, startAfresh } from './testing/served-app.tsx';

beforeEach(() => startAfresh());

test('the offer stays beside its description, and ends above the similar deals', async () => {
  network.response = (request) => {
    const { pathname } = request.url;
    if (pathname === '/api/deals/1/similar')
      return Response.json({ success: true, items: [2, 3, 4, 5, 6, 7, 8].map((id) => deal(id)) });
    if (pathname === '/api/deals/1')
      return Response.json({
        success: true,
        deal: deal(1, { description: 'As good as new.\n'.repeat(80) }),
      });
    return serving(30)(request);
  };
  const screen = await open('/deals/1');
  const title = screen.getByRole('heading', { level: 1 });
  const similar = screen.getByRole('heading', { name: 'Similar deals' });
  await expect.element(similar).toBeInTheDocument();

  const description = screen.getByRole('heading', { name: 'Description' }).element();
  window.scrollTo(0, scrollY + description.getBoundingClientRect().bottom);
  await expect.element(title).toBeInViewport();

  similar.element().scrollIntoView();
  const offer = title.element().parentElement;
  expect(scrollY).toBeGreaterThan(0);
  expect(offer?.getBoundingClientRect().bottom).toBeLessThanOrEqual(
    similar.element().getBoundingClientRect().top,
  );
});
