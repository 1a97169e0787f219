import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import styles from './channel-view.module.css';

/** Whether the element is in a dialog or popup, which Escape closes instead of what is below it. */
const isInOverlay = (element: EventTarget): boolean =>
  element instanceof Element && element.closest('dialog, [popover]') !== null;

interface SidePanelProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Buttons beside the one that closes it. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** A panel beside the messages, or over them in a narrow window. */
export const SidePanel = ({ title, onClose, tools, children }: SidePanelProps) => {
  const { t } = useLanguage();
  const panel = useRef<HTMLElement>(null);

  // A panel that covers the messages takes the focus, so that it does not stay below.
  useLayoutEffect(() => {
    const { current } = panel;
    // Read here, because a menu that opens the panel returns the focus when it is removed.
    const opener = document.activeElement;
    if (current?.contains(opener) === false) current.focus();
    return () => {
      if (current?.contains(document.activeElement) === true && opener instanceof HTMLElement)
        opener.focus();
    };
  }, []);

  return (
    // Escape closes the panel wherever the focus in it is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={panel}
      className={styles['panel']}
      aria-label={title}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && !isInOverlay(event.target))
          onClose();
      }}
    >
      <header className={styles['panelHead']}>
        <h2>{title}</h2>
        {tools}
        <IconButton label={t('chat.close')} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </header>
      {children}
    </section>
  );
};
