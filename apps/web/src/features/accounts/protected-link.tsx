import type { ComponentProps } from 'react';
import { isPlainClick, Link } from '#core/router/link.tsx';
import { navigate } from '#core/router/location.ts';
import { wantSession } from '#core/session/browser/wanted.ts';

const open = async (path: string): Promise<void> => {
  const { requireSignIn } = await import('#core/session/browser/pending.ts');
  wantSession();
  if (requireSignIn({ kind: 'open-page', path })) navigate(path);
};

/**
 * A link to a page for signed-in users. Signed-out visitors are asked to sign in first, and then
 * reach the page.
 */
export const ProtectedLink = ({ href, onClick, ...rest }: ComponentProps<typeof Link>) => (
  <Link
    {...rest}
    href={href}
    onClick={(event) => {
      onClick?.(event);
      if (!isPlainClick(event)) return;
      event.preventDefault();
      void open(href);
    }}
  />
);
