import type { ComponentProps } from 'react';
import { isPlainClick, Link } from '#core/router/link.tsx';
import { requireSignIn } from '#core/session-browser/pending.ts';

/** A link to a page for signed-in people: all others are asked to sign in, and led on to it then. */
export const ProtectedLink = ({ href, onClick, ...rest }: ComponentProps<typeof Link>) => (
  <Link
    {...rest}
    href={href}
    onClick={(event) => {
      onClick?.(event);
      if (!isPlainClick(event)) return;
      if (!requireSignIn({ kind: 'open-page', path: href })) event.preventDefault();
    }}
  />
);
