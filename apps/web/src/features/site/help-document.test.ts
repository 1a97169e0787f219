import { describe, expect, test } from 'vitest';
import { findTopics, parseHelp } from './help-document.ts';

const documents = import.meta.glob<string>('../../../../../docs/help/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const textsByLanguage = import.meta.glob<string>('/src/core/language/texts/*/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const help = (code: string) => parseHelp(documents[`../../../../../docs/help/${code}.md`] ?? '');
const topicsOf = (code: string) => help(code).flatMap(({ topics }) => topics);

const outline = (code: string) =>
  help(code).map(({ topics }) =>
    topics.map(({ id, blocks }) => [id, ...blocks.map(({ kind }) => kind)]),
  );

/** All texts of a language, as in the files. */
const saidIn = (code: string): string =>
  Object.entries(textsByLanguage)
    .filter(([file]) => file.includes(`/${code}/`))
    .map(([, text]) => text)
    .join('\n');

describe('the help', () => {
  test('has the same topics in both languages', () => {
    expect(topicsOf('en').length).toBeGreaterThan(10);
    expect(outline('bg')).toEqual(outline('en'));
    const ids = topicsOf('en').map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(['en', 'bg'])('uses the names of buttons in %s', (code) => {
    const labels = topicsOf(code)
      .flatMap(({ blocks }) =>
        blocks.flatMap((block) => (block.kind === 'paragraph' ? block.parts : block.items.flat())),
      )
      .filter(({ kind }) => kind === 'strong')
      .map(({ text }) => text);
    const said = saidIn(code);
    expect(labels.filter((label) => label !== 'Enter' && !said.includes(`"${label}"`))).toEqual([]);
    expect(labels.length).toBeGreaterThan(3);
  });

  test.each([
    ['en', 'discount', 'discounts'],
    ['bg', 'ОТСТЪП', 'discounts'],
    ['bg', 'канал чат', 'chat'],
    ['en', 'euro lev', 'prices'],
  ])('in %s is found by %j', (code, sought, id) => {
    const found = findTopics(help(code), sought).flatMap(({ topics }) => topics);
    expect(found.map((topic) => topic.id)).toContain(id);
    expect(found.length).toBeLessThan(topicsOf(code).length);
  });

  test('shows everything without a search, and nothing without a match', () => {
    expect(findTopics(help('en'), ' ?')).toEqual(help('en'));
    expect(findTopics(help('en'), 'qwxzv')).toEqual([]);
  });
});

test('the Markdown is parsed correctly', () => {
  const [group] = parseHelp(
    '# Help\n\n## Group\n\n### Why?\n\n<a id="why"></a>\n\nPress **Save**, type `a`,\nor read [more](/about).\n\n1. one\n2. two\n',
  );
  expect(group?.topics[0]).toMatchObject({
    id: 'why',
    question: 'Why?',
    blocks: [
      {
        kind: 'paragraph',
        parts: [
          { kind: 'words', text: 'Press ' },
          { kind: 'strong', text: 'Save' },
          { kind: 'words', text: ', type ' },
          { kind: 'typed', text: 'a' },
          { kind: 'words', text: ', or read ' },
          { kind: 'link', text: 'more', href: '/about' },
          { kind: 'words', text: '.' },
        ],
      },
      { kind: 'steps', items: [[{ text: 'one' }], [{ text: 'two' }]] },
    ],
  });
  expect(() => parseHelp('## Group\n\n### Why?\n\nBecause.\n')).toThrow('Why?');
});
