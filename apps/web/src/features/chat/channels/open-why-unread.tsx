import { useEffect } from 'react';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { useStore } from '#shared/store.ts';
import { whyUnread } from './why-unread.ts';

const WhyUnread = lazyComponent(
  ['chat', 'chat.panels', 'shell.signed-in'],
  async () => (await import('./why-unread-popover.tsx')).WhyUnread,
);

const close = (): void => whyUnread.set(null);

/** The explanation of the badge that the user asks about, on any page. */
export const OpenWhyUnread = () => {
  const open = useStore(whyUnread);
  // The next user must not find it open.
  useEffect(() => close, []);
  return (
    open !== null && (
      <Eventually>
        <WhyUnread {...open} onClose={close} />
      </Eventually>
    )
  );
};
