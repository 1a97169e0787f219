// Imported first, because it replaces the network of the chat.
import { server } from '#features/chat/testing/channel-server.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { loadArea } from '#core/language/language.ts';
import { ParamsContext } from '#core/router/params.ts';
import { directory } from '#features/chat/chat.ts';
import { ChatPage } from '#features/chat/chat-page.tsx';
import { composer, endChannel, list, startChannel } from '#features/chat/testing/open-channel.tsx';
import { aChannel, CHANNEL_ID, InPage, ME, talk } from '#features/chat/testing/served-chat.tsx';
import { configurationOf } from './pages.ts';
import { Shell } from './shell/shell.tsx';

vi.mock(
  '#core/realtime/browser/realtime.ts',
  () => import('#features/chat/testing/fake-realtime.ts'),
);
vi.mock('#core/session/browser/session.ts', () => import('#features/chat/testing/fake-session.ts'));

/** The least height at which messages can be read, in pixels. */
const LEAST_HEIGHT = 100;

beforeEach(async () => {
  await startChannel();
  await Promise.all([loadArea('shell.signed-in'), loadArea('shell.bar')]);
  // A common screen at a zoom of 400 % (WCAG 2.2, 1.4.10).
  await page.viewport(320, 256);
});
afterEach(endChannel);

/** Whether an element is in the window as a whole, once it is scrolled there. */
const fits = (element: Element): boolean => {
  element.scrollIntoView({ block: 'nearest' });
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return top >= 0 && bottom <= innerHeight && seen !== null && element.contains(seen);
};

test('the chat can be read and written at a zoom of 400 %', async () => {
  server.messages = [...talk(30)];
  const channel = aChannel({ lastSeq: 30, version: 30 });
  server.channel = { ...channel, membership: { ...channel.membership, readSeq: 30 } };
  await render(
    <InPage>
      <ParamsContext value={{ channelId: CHANNEL_ID }}>
        <div>
          <Shell page={configurationOf('chat')}>
            <ChatPage />
          </Shell>
        </div>
      </ParamsContext>
    </InPage>,
  );
  await directory.begin(ME.id);
  await expect.element(list()).toBeVisible();
  await userEvent.click(composer());
  await userEvent.keyboard('Is it still there?');
  const send = page.getByRole('button', { name: 'Send', exact: true }).element();
  expect(fits(send)).toBe(true);
  expect(
    Math.abs(
      send.getBoundingClientRect().bottom - composer().element().getBoundingClientRect().bottom,
    ),
  ).toBeLessThan(20);
  list().element().scrollIntoView({ block: 'nearest' });
  const { top, bottom } = list().element().getBoundingClientRect();
  expect(Math.min(bottom, innerHeight) - Math.max(top, 0)).toBeGreaterThan(LEAST_HEIGHT);
});
