import { createContext, use, type ComponentProps, type MouseEvent } from 'react';
import { navigate, type EntryState } from './location.ts';

/** Loads the code of the page behind an address ahead of time. The app fills it in. */
export const PreloadContext = createContext<(href: string) => unknown>(() => undefined);

/** Whether a click asks for this page; with a modifier it asks for a new tab or a download. */
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
