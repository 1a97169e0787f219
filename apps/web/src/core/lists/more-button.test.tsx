import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import type { NextPage } from './load-next.ts';
import { MoreButton } from './more-button.tsx';

const LAST = 3;

const List = () => {
  const [pages, setPages] = useState(1);
  return (
    <PageFrame title="Page" width="text">
      <MoreButton
        hasMore={pages < LAST}
        loading={false}
        onMore={async () => {
          setPages(pages + 1);
          return undefined;
        }}
      >
        More
      </MoreButton>
      <button type="button">After the list</button>
    </PageFrame>
  );
};

test('after the last page a keyboard goes on below the list', async () => {
  await render(<List />);
  const more = page.getByRole('button', { name: 'More' });
  await userEvent.tab();
  await expect.element(more).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(more).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(more).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.tagName).toBe('DIV');
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'After the list' })).toHaveFocus();
});

test('while a page loads, the button keeps the focus and loads no other', async () => {
  const onMore = vi.fn<NextPage>();
  await render(
    <MoreButton hasMore loading onMore={onMore}>
      More
    </MoreButton>,
  );
  const more = page.getByRole('button', { name: 'More' });
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(more).toHaveFocus();
  await expect.element(more).toHaveAttribute('aria-disabled', 'true');
  expect(onMore).not.toHaveBeenCalled();
});
