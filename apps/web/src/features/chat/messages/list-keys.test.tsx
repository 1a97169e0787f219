import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { onListEnd, onListKey } from './list-keys.ts';

const List = ({ onMenu }: { onMenu: (message: number) => void }) => (
  <>
    <button type="button">Before</button>
    <div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <section tabIndex={0} aria-label="Messages" onKeyDown={onListKey}>
        {[1, 2, 3].map((message) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <article key={message} tabIndex={-1} aria-label={`Message ${message}`}>
            <a href="#a">Link of {message}</a>
            <button type="button" aria-haspopup="menu" onClick={() => onMenu(message)}>
              Menu of {message}
            </button>
          </article>
        ))}
      </section>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div data-list-end tabIndex={0} onFocus={onListEnd} />
    </div>
    <button type="button">After</button>
  </>
);

const focused = (): string | null | undefined =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

const press = async (keys: string, name: string): Promise<void> => {
  await userEvent.keyboard(keys);
  expect(focused()).toBe(name);
};

test('a list is one tab stop, whose messages and their controls the arrow keys walk', async () => {
  const onMenu = vi.fn<(message: number) => void>();
  await render(<List onMenu={onMenu} />);
  page.getByRole('button', { name: 'Before' }).element().focus();
  await press('{Tab}', 'Messages');
  await press('{ArrowUp}', 'Message 3');
  await press('{ArrowUp}', 'Message 2');
  await press('{ArrowDown}', 'Message 3');
  await press('{ArrowDown}', 'Message 3');
  await press('{ArrowUp}{ArrowRight}', 'Link of 2');
  await press('{ArrowRight}', 'Menu of 2');
  await press('{ArrowLeft}', 'Link of 2');
  await press('{ArrowUp}', 'Message 1');
  await press('{Enter}', 'Message 1');
  expect(onMenu.mock.calls).toEqual([[1]]);
  await press('{Tab}', 'After');
  await press('{Shift>}{Tab}{/Shift}', 'Messages');
  await press('{ArrowDown}{ArrowRight}', 'Link of 1');
  await press('{Shift>}{Tab}{/Shift}', 'Before');
});
