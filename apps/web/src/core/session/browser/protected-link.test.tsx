import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { currentLocation, navigate } from '#core/router/location.ts';
import { ProtectedLink } from './protected-link.tsx';

vi.mock('./pending.ts', () => {
  throw new TypeError('Failed to fetch');
});

test('without the code that asks for a sign-in, the link leads to its page', async () => {
  navigate('/deals');
  await render(<ProtectedLink href="/favorites">Favourites</ProtectedLink>);
  await userEvent.click(page.getByRole('link', { name: 'Favourites' }));
  await expect.poll(() => currentLocation().path).toBe('/favorites');
});
