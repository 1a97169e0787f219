import { expect, test } from 'vitest';
import { postSharedHref, readSharedLink } from './shared-link.ts';

const queryOf = (shared: Record<string, string>) => new URLSearchParams(shared).toString();

test.each([
  ['as a link', { title: 'Кафемашина', link: 'https://s.example/1' }],
  ['within the text', { title: 'Кафемашина', text: 'Виж https://s.example/1' }],
  ['within the text, without a title', { text: 'Кафемашина https://s.example/1' }],
])('a link is shared %s', (_, shared) => {
  expect(readSharedLink(queryOf(shared))).toEqual({
    link: 'https://s.example/1',
    title: 'Кафемашина',
  });
});

test.each([{}, { text: 'Само думи' }, { link: 'javascript:alert(1)' }])(
  '%o shares no link',
  (shared) => expect(readSharedLink(queryOf(shared))).toBeNull(),
);

test('the form of a post gets what was shared', () => {
  const shared = { link: 'https://s.example/?a=1&b=2', title: 'Кафе & чай' };
  expect(readSharedLink(postSharedHref(shared).replace('/post', ''))).toEqual(shared);
});
