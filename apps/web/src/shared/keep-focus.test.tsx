import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { keepFocus } from './keep-focus.ts';

const Part = () => {
  const [isDone, setDone] = useState(false);
  return (
    <>
      <section ref={keepFocus}>
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
    <div ref={keepFocus}>
      <h1>Page</h1>
      {step < 2 && (
        <article ref={keepFocus}>
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
