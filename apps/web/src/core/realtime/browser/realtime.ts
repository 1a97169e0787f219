import { REALTIME_PATH } from '@izgodno/contract/realtime/frames';
import { note } from '#core/log.ts';
import { apiOrigin, currentToken, reportUnauthorized } from '#core/api/api.ts';
import { SocketRealtime, type Line, type LineHandlers } from '#core/realtime/realtime.ts';
import { SharedRealtime, type TabMessage } from '#core/realtime/shared-realtime.ts';
import { session } from '#core/session/browser/session.ts';
import { after, onResume } from '#shared/browser-events.ts';
import { openTabChannel, tabLocks } from '#shared/other-tabs.ts';

const LEADER_LOCK = 'realtime-leader';
const CHANNEL_NAME = 'realtime';

const openLine = ({ onOpen, onText, onClose }: LineHandlers): Line => {
  const socket = new WebSocket(apiOrigin.replace(/^http/, 'ws') + REALTIME_PATH);
  const ended = new AbortController();
  const { signal } = ended;
  socket.addEventListener('open', onOpen, { signal });
  socket.addEventListener(
    'message',
    ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') onText(data);
    },
    { signal },
  );
  socket.addEventListener('close', ({ code }) => onClose(code), { signal });
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    hangUp: () => {
      ended.abort();
      socket.close();
    },
  };
};

const line = new SocketRealtime({
  open: openLine,
  token: currentToken,
  onToken: (listener) => {
    let known = currentToken();
    return session.subscribe(() => {
      const now = currentToken();
      if (now === known) return;
      known = now;
      listener();
    });
  },
  askForToken: reportUnauthorized,
  onResume,
  after,
  random: Math.random,
  log: note,
});

const bus = openTabChannel(CHANNEL_NAME);

/** The page's connection to the server, shared by all tabs if the browser has locks. */
export const realtime = new SharedRealtime(line, {
  tabId: crypto.randomUUID(),
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches its own origin only.
  post: (message) => bus.postMessage(message),
  onMessage: (listener) => {
    const receive = ({ data }: MessageEvent<TabMessage>): void => listener(data);
    bus.addEventListener('message', receive);
    return () => bus.removeEventListener('message', receive);
  },
  onClose: (listener) => {
    window.addEventListener('pagehide', listener);
    return () => window.removeEventListener('pagehide', listener);
  },
  election: (lead) => {
    // Without locks, each tab has its own connection.
    const locks = tabLocks();
    if (locks === undefined) {
      lead();
      return { resign: () => {} };
    }
    const resigned = new AbortController();
    const term = Promise.withResolvers<void>();
    locks
      .request(LEADER_LOCK, { signal: resigned.signal }, () => {
        lead();
        return term.promise;
      })
      // The tab resigned while it waited.
      .catch(() => undefined);
    return {
      resign: () => {
        resigned.abort();
        term.resolve();
      },
    };
  },
});
