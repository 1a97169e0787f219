// Imported first, because it replaces the network of the chat.
import { server } from './channel-server.ts';
import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { PageFeatures, type PageFeature } from '#core/page-features.ts';
import { createStore, useStore } from '#shared/store.ts';
import { dismissToast, toastStore } from '#shared/ui/toast.ts';
import { directory, drafts, logs, outbox, startChat } from '../chat.ts';
import { erasedWithDrafts } from '../composer/drafts.ts';
import { ChannelView } from '../messages/channel-view.tsx';
import { chooseStoresMessages } from '../offline/offline-setting.ts';
import { aChannel, CHANNEL_ID, InPage, ME, talk } from './served-chat.tsx';

// Measured rows change what is observed, and the browser reports a loop if that happens
// synchronously.
const Observer = globalThis.ResizeObserver;
globalThis.ResizeObserver = class extends Observer {
  constructor(callback: ResizeObserverCallback) {
    super((entries, observer) => requestAnimationFrame(() => callback(entries, observer)));
  }
};

/** The message that the URL names. */
export const wanted = createStore<{ readonly seq: number } | null>(null);

/** Before each test, which has messages of its own. */
export const startChannel = async (): Promise<void> => {
  chooseStoresMessages(false);
  startChat();
  localStorage.clear();
  server.sent.length = 0;
  server.rejection = null;
  server.held.clear();
  server.editing = Promise.resolve();
  wanted.set(null);
  for (const { id } of toastStore.get()) dismissToast(id);
  await page.viewport(1000, 800);
  await startLanguage();
  await chooseLanguage('en');
  await Promise.all([loadArea('chat'), loadArea('chat.more'), loadArea('uploads')]);
};

/** After each test. */
export const endChannel = (): void => {
  logs.end();
  directory.end();
  outbox.end({ evict: true });
  for (const erase of erasedWithDrafts) erase();
};

/** Opens a channel of `count` messages. */
export const open = async (
  count: number,
  readSeq = count,
  features: readonly PageFeature[] | null = null,
) => {
  server.messages = [...talk(count)];
  const channel = aChannel({ lastSeq: count, version: count });
  server.channel = { ...channel, membership: { ...channel.membership, readSeq } };
  drafts.begin(ME.id);
  await directory.begin(ME.id);
  const user = { ...ME, email: 'ann@x.bg', role: 'member', createdAt: '2026-11-20' } as const;
  const Opened = () => {
    const state = useStore(directory.state);
    const known = state.channels.get(CHANNEL_ID);
    const message = useStore(wanted);
    return (
      known && <ChannelView channel={known} user={user} wanted={message} wantedThread={null} />
    );
  };
  await render(
    <InPage>
      <PageFeatures value={features}>
        <Opened />
      </PageFeatures>
    </InPage>,
  );
};

export const list = () => page.getByRole('region', { name: 'Messages' });
export const row = (text: string) => list().getByRole('article').filter({ hasText: text });
export const log = () => page.getByRole('log');
export const composer = () => page.getByRole('textbox', { name: 'Message General' });

/** The distance of the list from its end, in pixels. */
export const distanceFromEnd = (): number => {
  const element = list().element();
  return element.scrollHeight - element.scrollTop - element.clientHeight;
};

/** Scrolls like the wheel. */
export const scrollTo = (top: number): void => {
  const element = list().element();
  element.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
  element.scrollTop = top;
};

/** The read position that this page knows, which moves before it is saved. */
export const readSeq = (): number | undefined =>
  directory.state.get().channels.get(CHANNEL_ID)?.membership.readSeq;

const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Until what has just ended is rendered. */
export const rendered = async (): Promise<void> => {
  await frame();
  await frame();
};

/** Scrolls the list a little, so that it looks at what is visible. */
export const lookAround = async (): Promise<void> => {
  scrollTo(list().element().scrollTop + 5);
  await rendered();
};
