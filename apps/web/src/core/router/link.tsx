import { createContext, use, type ComponentProps, type MouseEvent } from 'react';
import { navigate, type EntryState } from './location.ts';

/** Preloads the code of the page behind a URL. The application provides it. */
export const PreloadContext = createContext<(href: string) => unknown>(() => undefined);

/**
 * Whether a click opens the page in this tab. With a modifier key, the browser opens a new tab or
 * downloads.
 */
export const isPlainClick = (event: MouseEvent): boolean =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !event.metaKey &&
  !event.ctrlKey &&
  !event.shiftKey &&
  !event.altKey;

interface LinkProps extends ComponentProps<'a'> {
  readonly href: string;
  readonly state?: EntryState;
}

/** A link within the site. */
export const Link = ({ href, state, onClick, children, ...rest }: LinkProps) => {
  const preload = use(PreloadContext);
  return (
    <a
      {...rest}
      href={href}
      onPointerEnter={() => preload(href)}
      onFocus={() => preload(href)}
      onClick={(event) => {
        onClick?.(event);
        if (!isPlainClick(event)) return;
        event.preventDefault();
        navigate(href, state === undefined ? {} : { state });
      }}
    >
      {children}
    </a>
  );
};
