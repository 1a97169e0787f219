import { useState } from 'react';
import { createPortal } from 'react-dom';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

const Part = () => {
  const [isDone, setDone] = useState(false);
  return (
    <>
      <section data-keeps-focus>
        <h2>Alerts</h2>
        {isDone ? (
          <p>Set</p>
        ) : (
          <button type="button" onClick={() => setDone(true)}>
            Set
          </button>
        )}
      </section>
      <button type="button">Elsewhere</button>
    </>
  );
};

const press = async (name: string): Promise<void> => {
  await userEvent.click(page.getByRole('button', { name }));
};

test('the heading has the focus of a button that its own action replaces', async () => {
  await render(<Part />);
  await press('Set');
  await expect.element(page.getByRole('heading', { name: 'Alerts' })).toHaveFocus();
});

const Row = () => {
  const [step, setStep] = useState(0);
  const onClick = () => setStep(step + 1);
  return (
    <div data-keeps-focus>
      <h1>Page</h1>
      {step < 2 && (
        <article data-keeps-focus>
          <h2>Row</h2>
          <button key={step} type="button" onClick={onClick}>
            Next
          </button>
        </article>
      )}
    </div>
  );
};

test('the innermost part that is left has it', async () => {
  await render(<Row />);
  await press('Next');
  await expect.element(page.getByRole('heading', { name: 'Row' })).toHaveFocus();
  await press('Next');
  await expect.element(page.getByRole('heading', { name: 'Page' })).toHaveFocus();
});

test('a focus elsewhere stays', async () => {
  await render(<Part />);
  const set = page.getByRole('button', { name: 'Set' }).element();
  await press('Elsewhere');
  if (set instanceof HTMLElement) set.click();
  await expect.element(page.getByText('Set', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Elsewhere' })).toHaveFocus();
});

const Chips = () => {
  const [left, setLeft] = useState(['Red', 'Blue', 'Green']);
  return (
    <div data-keeps-focus>
      <h1>Deals</h1>
      <ul data-keeps-focus>
        {left.map((name) => (
          <li key={name}>
            <a href="#top">{name}</a>
            <button type="button" onClick={() => setLeft(left.filter((one) => one !== name))}>
              Remove {name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};

test('in a list, the same control of the item beside has it, and at last the part around', async () => {
  await render(<Chips />);
  await press('Remove Blue');
  await expect.element(page.getByRole('button', { name: 'Remove Green' })).toHaveFocus();
  await press('Remove Green');
  await expect.element(page.getByRole('button', { name: 'Remove Red' })).toHaveFocus();
  await press('Remove Red');
  await expect.element(page.getByRole('heading', { name: 'Deals' })).toHaveFocus();
});

const OneQuestion = () => {
  const [step, setStep] = useState<'idle' | 'asked' | 'gone'>('idle');
  return (
    <article data-keeps-focus aria-label="Message" tabIndex={-1}>
      {step !== 'gone' && (
        <button type="button" onClick={() => setStep('asked')}>
          Delete
        </button>
      )}
      {step === 'asked' &&
        createPortal(
          <dialog ref={(dialog) => dialog?.showModal()}>
            <button type="button" onClick={() => setStep('gone')}>
              Confirm
            </button>
          </dialog>,
          document.body,
        )}
    </article>
  );
};

test('after a dialog, the part that it was opened from has it', async () => {
  await render(<OneQuestion />);
  await press('Delete');
  await press('Confirm');
  await expect.element(page.getByRole('article', { name: 'Message' })).toHaveFocus();
});

const Undo = () => {
  const [isDone, setDone] = useState(false);
  return (
    <>
      <section data-keeps-focus>
        <h2>Posts</h2>
        <button type="button">Delete</button>
      </section>
      <output data-toasts>
        {!isDone && (
          <button type="button" onClick={() => setDone(true)}>
            Undo
          </button>
        )}
      </output>
    </>
  );
};

test('after the button of a toast, the part that had the focus before has it', async () => {
  await render(<Undo />);
  await press('Delete');
  await press('Undo');
  await expect.element(page.getByRole('heading', { name: 'Posts' })).toHaveFocus();
});

const Floating = ({ hasField }: { hasField: boolean }) => {
  const [isDone, setDone] = useState(false);
  return (
    <>
      <main>
        <div data-keeps-focus>
          <h1>Chat</h1>
          <div data-keeps-focus>
            {hasField && <textarea aria-label="Message" />}
            <button type="button">Attach</button>
          </div>
        </div>
      </main>
      {!isDone && (
        <section data-floats data-keeps-focus aria-label="Uploads" tabIndex={-1}>
          <button type="button" onClick={() => setDone(true)}>
            Clear
          </button>
        </section>
      )}
    </>
  );
};

test('after a floating part, the text field of the part that had the focus before has it', async () => {
  await render(<Floating hasField />);
  await press('Attach');
  await press('Clear');
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveFocus();
});

test('after a floating part, the page has it if nothing had it before', async () => {
  await render(<Floating hasField={false} />);
  await press('Clear');
  await expect.element(page.getByRole('heading', { name: 'Chat' })).toHaveFocus();
});
