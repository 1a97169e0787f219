import { beforeEach, expect, test, vi } from 'vitest';
import { eraseDrafts, keepComment, keepDraft, readComment, readDrafts } from './drafts.ts';
import { splitFormerDrafts } from './split-former-drafts.ts';

const draft = (text: string) => ({ text, people: [], version: 0, isChanged: true });

beforeEach(() => localStorage.clear());

test('a change writes the changed draft only, at once', () => {
  keepDraft('ann', 'one', draft('A long text'));
  const written = vi.spyOn(Storage.prototype, 'setItem');
  keepDraft('ann', 'two', draft('Hi'));
  expect(written).toHaveBeenCalledTimes(1);
  expect(written.mock.calls.flat().join(' ')).not.toContain('A long text');
  written.mockRestore();
  expect(readDrafts('ann')).toEqual({ one: draft('A long text'), two: draft('Hi') });
  keepDraft('ann', 'one', null);
  expect(readDrafts('ann')).toEqual({ two: draft('Hi') });
  expect(readDrafts('boris')).toEqual({});
});

test('the drafts of an earlier release, which stored all in one value, stay', () => {
  const stored = { userId: 'ann', drafts: { one: draft('First'), two: draft('Second') } };
  localStorage.setItem('chat-drafts', JSON.stringify(stored));
  localStorage.setItem('comment-drafts', JSON.stringify({ ...stored, drafts: { 5: draft('?') } }));
  splitFormerDrafts();
  expect(readDrafts('boris')).toEqual({});
  expect(readDrafts('ann')).toEqual(stored.drafts);
  keepDraft('ann', 'one', null);
  expect(readDrafts('ann')).toEqual({ two: draft('Second') });
  keepComment('ann', '6', { text: 'New', people: [], version: 0, images: [] });
  expect([readComment('ann', '5')?.text, readComment('ann', '6')?.text]).toEqual(['?', 'New']);

  // Another tab of the earlier release has stored its own meanwhile.
  keepDraft('ann', 'two', draft('Second, changed'));
  localStorage.setItem('chat-drafts', JSON.stringify(stored));
  splitFormerDrafts();
  expect(readDrafts('ann')).toEqual({ one: draft('First'), two: draft('Second, changed') });
});

test('an unreadable draft does not hide the others', () => {
  localStorage.setItem('chat-drafts', '{');
  keepDraft('ann', 'one', draft('First'));
  keepDraft('ann', 'two', draft('Second'));
  const name = Object.keys(localStorage).find((key) => key.endsWith('one')) ?? '';
  localStorage.setItem(name, '{');
  expect(readDrafts('ann')).toEqual({ two: draft('Second') });
});

test('signing out erases the drafts of every form, and nothing else', () => {
  localStorage.setItem('theme-mode', 'dark');
  keepDraft('ann', 'one', draft('First'));
  keepComment('ann', '5', { text: 'Second', people: [], version: 0, images: [] });
  eraseDrafts();
  expect(Object.keys(localStorage)).toEqual(['theme-mode']);
});
