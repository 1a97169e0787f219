import { beforeAll, beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { asksBeforeLeaving } from './ask-before-leaving.ts';
import { askWhereTyped } from './ask-where-typed.ts';

beforeAll(askWhereTyped);
beforeEach(() => {
  document.body.innerHTML = '';
});

const show = (html: string): HTMLElement => {
  document.body.innerHTML = html;
  const field = document.querySelector<HTMLElement>('input, textarea');
  if (field === null) throw new Error('There is no field');
  return field;
};
const type = (html: string, text: string): Promise<void> => userEvent.fill(show(html), text);

test.each([
  ['the reason in a dialog', '<dialog open><textarea></textarea></dialog>'],
  ['a line in a dialog', '<dialog open><input></dialog>'],
  ['a rating in a page', '<form data-asks><textarea></textarea></form>'],
])('the page asks while %s is typed, until it is erased or shown no longer', async (_, html) => {
  await type(html, 'A long text');
  expect(asksBeforeLeaving()).toBe(true);
  const field = document.querySelector('input, textarea');
  await userEvent.fill(field ?? document.body, 'A');
  expect(asksBeforeLeaving()).toBe(false);
  await type(html, 'A long text');
  document.body.replaceChildren();
  await expect.poll(asksBeforeLeaving).toBe(false);
});

test('a closed dialog no longer asks', async () => {
  await type('<dialog open><textarea></textarea></dialog>', 'A long text');
  expect(asksBeforeLeaving()).toBe(true);
  document.querySelector('dialog')?.close();
  await expect.poll(asksBeforeLeaving).toBe(false);
});

test.each([
  ['a form that stores a draft', '<form><textarea></textarea></form>', 'A long text'],
  ['a password', '<dialog open><input type="password"></dialog>', 'correct horse battery'],
  ['a search', '<dialog open><input type="search"></dialog>', 'winter tyres'],
  ['a choice', '<dialog open><input role="combobox"></dialog>', 'Ivan Petrov'],
  ['one word', '<dialog open><input></dialog>', '123456'],
])('%s does not make the page ask', async (_, html, text) => {
  await type(html, text);
  expect(asksBeforeLeaving()).toBe(false);
});
