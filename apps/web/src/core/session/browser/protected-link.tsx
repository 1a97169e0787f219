import type { ComponentProps } from 'react';
import { isPlainClick, Link } from '#core/router/link.tsx';
import { navigate } from '#core/router/location.ts';

const open = async (path: string): Promise<void> => {
  const { requireSignIn } = await import('./pending.ts');
  if (requireSignIn({ kind: 'open-page', path })) navigate(path);
};

/**
 * A link to a page for signed-in users. Signed-out visitors are asked to sign in first, and then
 * reach the page.
 */
export const ProtectedLink = (props: Omit<ComponentProps<typeof Link>, 'onClick'>) => (
  <Link
    {...props}
    onClick={(event) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      // Without that code, the page itself asks.
      open(props.href).catch(() => navigate(props.href));
    }}
  />
);
