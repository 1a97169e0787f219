import type { OwnChannel } from '@izgodno/contract/chat/channel';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { aMessage } from './messages.ts';
import { aChannel, InPage, ME, type OTHER } from './served-chat.tsx';

const nothing = (): void => {};

/** Opens the menu of a message. Its code is loaded now, because tests replace what it calls before. */
export const openMessageMenu = async (
  sender: typeof ME | typeof OTHER,
  given: Partial<OwnChannel> = {},
): Promise<void> => {
  const { MessageActionsLayer } = await import('../messages/message-actions-layer.tsx');
  const { MessageRow } = await import('../messages/message-row.tsx');
  await render(
    <InPage>
      <MessageActionsLayer
        userId={ME.id}
        channel={aChannel(given)}
        blocked={new Set()}
        onReply={nothing}
        onEdit={nothing}
        onOpenThread={nothing}
        onJump={nothing}
      >
        <MessageRow
          message={aMessage({ seq: 7, sender })}
          grouped={false}
          isTarget={false}
          isSeen={false}
        />
      </MessageActionsLayer>
    </InPage>,
  );
  await page.getByRole('button', { name: /^Actions for/ }).click();
};
