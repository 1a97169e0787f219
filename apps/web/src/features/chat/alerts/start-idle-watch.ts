import { realtime } from '#core/realtime/browser/realtime.ts';
import { after } from '#shared/browser-events.ts';
import { openTabChannel } from '#shared/other-tabs.ts';
import type { Unsubscribe } from '#shared/store.ts';
import { watchIdle } from './idle.ts';

const bus = 'chat-activity';

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Tells the server when the user is idle on all pages, until the returned function is called. */
export const startIdleWatch = (): Unsubscribe => {
  const channel = openTabChannel(bus);
  const stop = watchIdle({
    now: () => Date.now(),
    after,
    onSign: (listener) => {
      for (const sign of signs) window.addEventListener(sign, listener, { passive: true });
      channel.addEventListener('message', listener);
      return () => {
        for (const sign of signs) window.removeEventListener(sign, listener);
        channel.removeEventListener('message', listener);
      };
    },
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches its own origin only.
    share: () => channel.postMessage(null),
    say: (idle) => realtime.send({ type: 'idle', idle }),
    onConnected: (listener) =>
      realtime.connected.subscribe(() => {
        if (realtime.connected.get()) listener();
      }),
  });
  return () => {
    stop();
    channel.close();
  };
};
