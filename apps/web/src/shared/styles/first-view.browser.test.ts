import { afterEach, expect, test } from 'vitest';
import page from '../../../index.html?raw';
import './first-view.css';

/** Runs the script of the page's head, as a browser does before the first paint. */
const readPage = (): void => {
  const written = new DOMParser().parseFromString(page, 'text/html');
  const script = document.createElement('script');
  script.textContent = written.head.querySelector('script')?.textContent ?? '';
  document.head.append(script);
  script.remove();
};

const viewOf = (content: string): HTMLElement => {
  document.body.innerHTML = `<div class="first-view"><main>${content}</main></div>`;
  const view = document.body.querySelector<HTMLElement>('.first-view');
  if (view === null) throw new Error('There is no view');
  return view;
};

const forMembers = '<div class="first-post"><h1>Post a deal</h1></div>';
const forChat = '<p class="first-checking">Checking authentication...</p>';
const forAll = '<h1>Oferti</h1>';

afterEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset['remembered'];
  document.body.replaceChildren();
});

test.for([
  ['a session that stands', 60_000, true],
  ['a session that is over', -1, false],
  ['nobody', null, false],
] as const)('pages for signed-in users have their first view for %s', ([, left, isSeen]) => {
  if (left !== null) localStorage.setItem('accessTokenExpiration', String(Date.now() + left));
  readPage();
  expect(viewOf(forMembers).checkVisibility()).toBe(isSeen);
  expect(viewOf(forChat).checkVisibility()).toBe(isSeen);
  expect(viewOf(forAll).checkVisibility()).toBe(true);
});
