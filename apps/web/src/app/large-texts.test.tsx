// Imported first, because it replaces the network of the application.
import { network } from './testing/network.ts';
import { categories, conditions } from '@izgodno/contract/deals/vocabulary';
import '#shared/styles/tokens.css';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { chooseLanguage } from '#core/language/language.ts';
import { aChannel } from '#features/chat/testing/served-chat.tsx';
import { deal, dealPage, open, serving, signIn, startAfresh } from './testing/served-app.tsx';

const root = document.documentElement;

beforeEach(async () => {
  await startAfresh();
  await page.viewport(360, 740);
  root.style.fontSize = '200%';
});
afterEach(() => {
  root.style.removeProperty('font-size');
});

/** How far what is visible reaches to the right, in pixels; the header alone does not scroll. */
const reach = (): number =>
  Math.max(
    ...[...document.querySelectorAll('header *, main *')]
      .filter((element) => element.checkVisibility() && element.closest('[inert]') === null)
      .map((element) => element.getBoundingClientRect().right),
  );

// A scroll bar, which a phone does not have, takes 15 pixels here.
test.each([
  ['/deals', /^Favorite: Deal 1$/],
  ['/deals?q=bicycle', 'Save this search'],
  ['/deals/1', /^Like/],
])('%s with texts twice as large fits a phone', async (path, last) => {
  const screen = await open(path);
  await expect.element(screen.getByRole('button', { name: last })).toBeVisible();
  expect(reach()).toBeLessThanOrEqual(360);
});

test('the header of a signed-in user with texts twice as large fits a phone', async () => {
  signIn();
  const screen = await open('/deals');
  await expect.element(screen.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  expect(reach()).toBeLessThanOrEqual(360);
});

test('the header with texts twice as large fits a small desktop', async () => {
  await page.viewport(1024, 740);
  const screen = await open('/deals');
  await expect.element(screen.getByRole('combobox', { name: 'Search deals' })).toBeVisible();
  expect(reach()).toBeLessThanOrEqual(1024);
});

/** The boxes of the texts of elements, without their padding. */
const textBoxes = (elements: readonly Element[]): readonly DOMRect[] =>
  elements.map((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  });

test('names twice as large stay apart, and are whole', async () => {
  onTestFinished(() => chooseLanguage('en'));
  const screen = await open('/deals');
  await chooseLanguage('bg');
  const bar = screen.getByRole('navigation', { name: 'Бърза навигация' });
  await expect.element(bar).toBeVisible();
  const labels = textBoxes([...bar.element().querySelectorAll('a')]);
  for (const [rank, { left }] of labels.entries())
    expect(left).toBeGreaterThan(labels[rank - 1]?.right ?? 0);

  const buttons = ['EN, English', 'БГ, Български'].map((name) =>
    screen.getByRole('button', { name }).element(),
  );
  for (const [rank, { width }] of textBoxes(buttons).entries())
    expect(width).toBeLessThanOrEqual(buttons[rank]?.clientWidth ?? 0);

  const sort = screen.getByRole('combobox', { name: 'Подредба' }).element();
  const { paddingInlineStart, paddingInlineEnd, font } = getComputedStyle(sort);
  const context = document.createElement('canvas').getContext('2d');
  if (context !== null) context.font = font;
  const needed = context?.measureText('Най-нови').width ?? Infinity;
  const padding = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd);
  expect(sort.clientWidth - padding).toBeGreaterThanOrEqual(needed);
});

/** Texts and fields that reach out of a box around them, which scrolls by itself nowhere. */
const outOfBoxes = (root: Element): readonly string[] => {
  const out: string[] = [];
  const check = (parts: readonly DOMRect[], from: Element, name: string) => {
    for (let around: Element | null = from; around !== null; around = around.parentElement) {
      const { display, overflowX, clipPath } = getComputedStyle(around);
      if (around === root || overflowX !== 'visible' || clipPath !== 'none') return;
      const { left, right } = around.getBoundingClientRect();
      const isOut = parts.some((part) => part.right > right + 1 || part.left < left - 1);
      if (display !== 'inline' && display !== 'contents' && isOut) {
        out.push(`${name} in ${around.localName}`);
        return;
      }
    }
  };
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (parent?.checkVisibility() !== true || node.textContent?.trim() === '') continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    check([...range.getClientRects()], parent, node.textContent ?? '');
  }
  for (const field of root.querySelectorAll('input:not([type=file], .visually-hidden), textarea'))
    if (field.checkVisibility() && field.parentElement !== null)
      check([field.getBoundingClientRect()], field.parentElement, field.ariaLabel ?? 'a field');
  return out;
};

/** The longest words are Bulgarian ones. A phone of 360 pixels, and the scroll bar that it does not have. */
test.for([
  ['/deals/1', 375, 'Подаване на сигнал'],
  ['/deals/1', 1_440, 'Подаване на сигнал'],
  ['/post', 375, 'Попълване'],
  ['/contact', 375, 'Изпращане на съобщението'],
  ['/login', 375, 'Показване'],
  ['/confirm-email#token', 360, 'Потвърждаване'],
  // Without room for its longest word in a line.
  ['/confirm-email#token', 250, 'Потвърждаване'],
  ['/welcome', 375, 'Добре дошли'],
] as const)(
  'names twice as large stay in their boxes on %s, on a window of %i pixels',
  async ([path, width, last]) => {
    onTestFinished(() => chooseLanguage('en'));
    await page.viewport(width, 740);
    network.response = (request) =>
      request.url.pathname === '/api/deals/1'
        ? Response.json({
            success: true,
            deal: deal(1, {
              url: 'https://bazar.example/1',
              merchant: 'Bazar',
              location: { id: 'kazanlak', name: { bg: 'Казанлък', en: 'Kazanlak' } },
            }),
          })
        : serving(3)(request);
    if (path === '/post') signIn();
    const screen = await open(path);
    await chooseLanguage('bg');
    await expect.element(screen.getByText(last, { exact: true }).first()).toBeVisible();
    const main = screen.getByRole('main').element();
    expect(outOfBoxes(main)).toEqual([]);
    for (const link of main.querySelectorAll('a[target="_blank"]'))
      expect(link.clientWidth).toBeLessThanOrEqual(link.parentElement?.clientWidth ?? 0);
  },
);

/** The words of an element that take more than one line. */
const brokenWords = (element: Element): readonly string[] => {
  const broken: string[] = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    if (node.parentElement?.closest('.visually-hidden')) continue;
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\d]+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(word);
    }
  }
  return broken;
};

const counted = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => ({ value, count: 12_345 }));

test.for([768, 1024, 1280])(
  'names of filters twice as large break between words on a window of %i pixels',
  async (width) => {
    onTestFinished(() => chooseLanguage('en'));
    const { facets } = dealPage(3);
    network.response = (request) =>
      request.url.pathname === '/api/deals'
        ? Response.json(
            dealPage(3, 0, {
              facets: { ...facets, category: counted(categories), condition: counted(conditions) },
            }),
          )
        : serving(3)(request);
    await page.viewport(width, 740);
    const screen = await open('/deals');
    await chooseLanguage('bg');
    if (width <= 768) await screen.getByRole('button', { name: 'Филтри' }).click();
    const panel = screen.getByRole('region', { name: 'Филтри' });
    await panel.getByRole('button', { name: /^Показване на още \d+, Категория$/ }).click();
    await expect.element(panel.getByText('Музикални инструменти')).toBeVisible();
    expect(brokenWords(panel.element())).toEqual([]);
  },
);

test('a number of unread messages twice as large is one line, and covers no other link', async () => {
  const channel = aChannel({ lastSeq: 128, version: 128 });
  network.response = (request) =>
    request.url.pathname === '/api/channels'
      ? Response.json({ success: true, channels: [channel] })
      : serving(3)(request);
  signIn();
  const screen = await open('/deals');
  const bar = screen.getByRole('navigation', { name: 'Quick navigation' });
  await expect.element(bar.getByText('99+')).toBeVisible();
  for (const landmark of [bar, screen.getByRole('banner')]) {
    const badge = landmark.getByText('99+').element().parentElement;
    const control = badge?.closest('a, button')?.getBoundingClientRect();
    const { height = Infinity, right = Infinity } = badge?.getBoundingClientRect() ?? {};
    const { fontSize } = getComputedStyle(badge ?? document.body);
    expect(height).toBeLessThan(2 * Number.parseFloat(fontSize));
    expect(height).toBeGreaterThanOrEqual(1.2 * Number.parseFloat(fontSize));
    expect(right).toBeLessThanOrEqual((control?.right ?? 0) + 10);
  }
});
