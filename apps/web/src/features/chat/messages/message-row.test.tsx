import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import type { Attachment, Message } from '@izgodno/contract/chat/message';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { aMessage } from '../testing/messages.ts';
import { aChannel, InPage, ME, OTHER } from '../testing/served-chat.tsx';

vi.mock('#core/realtime/browser/realtime.ts', () => import('../testing/fake-realtime.ts'));

const { MessageActionsLayer } = await import('./message-actions-layer.tsx');
const { MessageRow } = await import('./message-row.tsx');

const nothing = (): void => {};

const show = (messages: readonly Message[], blocked: ReadonlySet<string> = new Set()) =>
  render(
    <InPage>
      <MessageActionsLayer
        userId={ME.id}
        channel={aChannel()}
        blocked={blocked}
        onReply={nothing}
        onEdit={nothing}
        onOpenThread={nothing}
        onJump={nothing}
      >
        <section style={{ flex: 1, minWidth: 0 }} aria-label="Messages">
          {messages.map((message, place) => (
            <MessageRow
              key={message.id}
              message={message}
              grouped={place === 1}
              isTarget={false}
              isSeen={place === 2}
            />
          ))}
        </section>
      </MessageActionsLayer>
    </InPage>,
  );

beforeEach(async () => {
  await page.viewport(1000, 800);
  await startLanguage();
  await chooseLanguage('en');
  await Promise.all([loadArea('chat'), loadArea('chat.more'), loadArea('uploads')]);
});

/** A processed attachment. */
const aFile = (
  given: Partial<Attachment> & Pick<Attachment, 'fileName' | 'mimeType'>,
): Attachment => ({
  id: `01890000-0000-7000-8000-f${String(given.fileName.length).padStart(11, '0')}`,
  fileSize: 15,
  fileUrl: 'data:,',
  isPlaceholder: false,
  placeholderId: null,
  messageId: '01890000-0000-7000-8000-000000000002',
  uploadStatus: 'completed',
  progress: 100,
  storjDetails: null,
  ...given,
});

const channelView = (): readonly Message[] => {
  const first = aMessage({
    seq: 1,
    sender: OTHER,
    text: `Has **anybody** seen this? <@${ME.id}>`,
    mentions: [ME],
    reactions: [{ emoji: '👍', count: 2, userIds: [ME.id] }],
    pinnedAt: '2026-11-21T11:00:00Z',
    replyCount: 1,
    editedAt: '2026-11-21T10:30:00Z',
  });
  const { id, seq, sender, text } = first;
  return [
    first,
    aMessage({
      seq: 2,
      sender: OTHER,
      text: '',
      attachments: [
        aFile({ fileName: 'tent.png', mimeType: 'image/png', width: 640, height: 420 }),
        aFile({ fileName: 'voice.webm', mimeType: 'audio/webm', durationMs: 9_000 }),
        aFile({ fileName: 'a.pdf', mimeType: 'application/pdf' }),
      ],
    }),
    aMessage({ seq: 3, sender: ME, replyTo: { id, seq, sender, text }, mentions: [ME] }),
    aMessage({ seq: 4, sender: OTHER, deletedAt: '2026-11-21T10:00:00Z' }),
  ];
};

const list = page.getByRole('region', { name: 'Messages' });

test('shows content, sender and actions', async () => {
  await show(channelView());
  await expect.element(page.getByRole('button', { name: 'Play' })).toBeVisible();
  await expect.element(list).toMatchAriaInlineSnapshot(`
    - region "Messages":
      - article /Мария, \\d+:\\d+/:
        - strong: Мария
        - time: /\\d+:\\d+/
        - text: pinned
        - paragraph:
          - text: Has
          - strong: anybody
          - text: seen this? @Ann Lee
        - text: (edited)
        - group "Reactions":
          - button "👍, 2 reactions": "2"
        - button "1 reply"
        - button "Actions for the message of Мария"
      - article /Мария, \\d+:\\d+/:
        - time: /\\d+:\\d+/
        - button "Open picture tent.png"
        - group "Voice message":
          - button "Play"
          - slider "Position": "0"
          - text: 0:09
          - button "Speed 1, change": 1×
        - link "Download a.pdf":
          - /url: data:,
          - text: a.pdf 15 B
        - button "Actions for the message of Мария"
      - article /Ann Lee, \\d+:\\d+/:
        - strong: Ann Lee
        - time: /\\d+:\\d+/
        - button "In reply to Мария Has anybody seen this? @Ann Lee":
          - text: In reply to
          - strong: Мария
          - text: Has anybody seen this? @Ann Lee
        - paragraph: Message 3
        - text: Seen
        - button "Actions for the message of Ann Lee"
      - article /Мария, \\d+:\\d+/:
        - strong: Мария
        - time: /\\d+:\\d+/
        - paragraph: This message was deleted.
  `);
});

test('a missing file shows whether it is pending, failed or removed', async () => {
  const none = { mimeType: 'text/plain', fileUrl: null } as const;
  const place = { ...none, isPlaceholder: true } as const;
  const attachments = [
    aFile({ ...place, fileName: 'one.txt', placeholderId: 'one', uploadStatus: 'pending' }),
    aFile({ ...place, fileName: 'second.txt', placeholderId: 'second', uploadStatus: 'failed' }),
    aFile({ ...none, fileName: 'the-third.txt', uploadStatus: 'failed' }),
  ];
  await show([aMessage({ seq: 1, sender: OTHER, attachments })]);
  for (const text of [/· on its way$/, /· was not uploaded$/, /· The file was found harmful/]) {
    await expect.element(page.getByText(text)).toBeVisible();
  }
});

test('videos play in their message', async () => {
  const film = aFile({ fileName: 'film.mp4', mimeType: 'video/mp4', width: 640, height: 480 });
  await show([aMessage({ seq: 1, sender: OTHER, attachments: [film] })]);
  const player = page.getByLabelText('film.mp4');
  await expect.element(player).toHaveAttribute('controls');
  await expect.element(player).toHaveAttribute('src', 'data:,');
});

test('an image is no wider than the narrowest phone', async () => {
  await page.viewport(320, 600);
  await show(channelView());
  const image = page.getByRole('button', { name: 'Open picture tent.png' });
  await expect.element(image).toBeVisible();
  const { right } = list.element().getBoundingClientRect();
  expect(image.element().getBoundingClientRect().right).toBeLessThanOrEqual(right);
});

test('a blocked user’s message is folded until it is opened, also in a quotation', async () => {
  await page.viewport(320, 700);
  const [bad, response] = [
    aMessage({ seq: 1, sender: OTHER, text: 'Лоша дума' }),
    aMessage({
      seq: 2,
      sender: ME,
      text: 'Стига',
      replyTo: {
        id: '01890000-0000-7000-8000-000000000001',
        seq: 1,
        sender: OTHER,
        text: 'Лоша дума',
      },
    }),
  ];
  const screen = await show([bad, response], new Set([OTHER.id]));
  await expect.element(screen.getByText('Стига')).toBeVisible();
  expect(document.body.textContent).not.toContain('Лоша дума');
  expect(document.body.textContent).not.toContain(OTHER.name);
  await screen.getByRole('button', { name: 'Show' }).click();
  await expect.element(screen.getByText('Лоша дума')).toBeVisible();
  // The button no longer exists: the focus is on the message instead.
  expect(document.activeElement?.textContent).toContain('Лоша дума');
  expect(document.activeElement?.localName).toBe('article');
  await screen.getByRole('button', { name: /Actions for the message of Мария/ }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Unblock Мария' })).toBeVisible();
});
