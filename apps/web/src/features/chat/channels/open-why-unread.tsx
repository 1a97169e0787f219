import { useEffect } from 'react';
import { Eventually } from '#core/lazy-component.tsx';
import { useStore } from '#shared/store.ts';
import { WhyUnread } from '../slots.ts';
import { whyUnread } from './why-unread.ts';

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
