import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { parseInline, parseMarkdown, type Block, type Inline } from './parse.ts';

const text = (value: string): Inline => ({ kind: 'text', text: value });
const ID = '01890000-0000-7000-8000-000000000001';

const wordsOf = (content: readonly Inline[]): string =>
  content
    .map((inline) => {
      switch (inline.kind) {
        case 'text':
        case 'code':
          return inline.text;
        case 'bold':
        case 'italic':
        case 'strike':
        case 'link':
          return wordsOf(inline.content);
        default:
          return '';
      }
    })
    .join('');

const wordsOfBlocks = (blocks: readonly Block[]): string =>
  blocks
    .map((block) => {
      switch (block.kind) {
        case 'paragraph':
          return wordsOf(block.content);
        case 'code-block':
          return block.text;
        case 'quote':
          return wordsOfBlocks(block.blocks);
        case 'list':
          return block.items.map(wordsOf).join('');
      }
    })
    .join('');

describe('inline content', () => {
  test.for<[string, readonly Inline[]]>([
    ['**fat**', [{ kind: 'bold', content: [text('fat')] }]],
    ['a *b* c', [text('a '), { kind: 'italic', content: [text('b')] }, text(' c')]],
    ['_b_', [{ kind: 'italic', content: [text('b')] }]],
    ['~~old~~', [{ kind: 'strike', content: [text('old')] }]],
    [
      '**a *b* c**',
      [
        {
          kind: 'bold',
          content: [text('a '), { kind: 'italic', content: [text('b')] }, text(' c')],
        },
      ],
    ],
    ['`**x**`', [{ kind: 'code', text: '**x**' }]],
    ['snake_case_name', [text('snake_case_name')]],
    ['2 * 3 * 4', [text('2 * 3 * 4')]],
    ['one\ntwo', [text('one'), { kind: 'break' }, text('two')]],
    [`hi <@${ID}>!`, [text('hi '), { kind: 'mention', userId: ID }, text('!')]],
    ['<@nobody>', [text('<@nobody>')]],
    ['<!channel> look', [{ kind: 'mention-all' }, text(' look')]],
    [
      'see https://a.bg/x?y=1.',
      [
        text('see '),
        { kind: 'link', href: 'https://a.bg/x?y=1', content: [text('https://a.bg/x?y=1')] },
        text('.'),
      ],
    ],
    ['[here](https://a.bg)', [{ kind: 'link', href: 'https://a.bg', content: [text('here')] }]],
  ])('%s', ([written, expected]) => {
    expect(parseInline(written)).toEqual(expected);
  });

  test.for([
    '[x](javascript:alert(1))',
    'javascript:alert(1)',
    '[x](data:text/html,1)',
    'https://',
  ])('does not link %s', (written) => {
    expect(JSON.stringify(parseInline(written))).not.toContain('"link"');
  });
});

describe('blocks', () => {
  test('are recognised by the beginning of their lines', () => {
    expect(parseMarkdown('Hello\n> quoted\n> more\n\n- one\n- two\n3. three\n4. four')).toEqual([
      { kind: 'paragraph', content: [text('Hello')] },
      {
        kind: 'quote',
        blocks: [{ kind: 'paragraph', content: [text('quoted'), { kind: 'break' }, text('more')] }],
      },
      { kind: 'list', ordered: false, start: 1, items: [[text('one')], [text('two')]] },
      { kind: 'list', ordered: true, start: 3, items: [[text('three')], [text('four')]] },
    ]);
  });

  test('of code keep their text unchanged', () => {
    expect(parseMarkdown('```ts\nconst a = **1**;\n\n> b\n```\nafter')).toEqual([
      { kind: 'code-block', text: 'const a = **1**;\n\n> b' },
      { kind: 'paragraph', content: [text('after')] },
    ]);
    expect(parseMarkdown('```one line```')).toEqual([{ kind: 'code-block', text: 'one line' }]);
    expect(parseMarkdown('```\nnever closed')).toEqual([
      { kind: 'code-block', text: 'never closed' },
    ]);
  });
});

const marks = fc.constantFrom(
  ...'*_~`[]()<>@! \n-1.abж'.split(''),
  'https://a.bg/',
  '```',
  '> ',
  '**',
);

const lettersOf = (value: string): string => value.replaceAll(/[^bж]/g, '');

test('any text can be parsed, and no letter is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: marks, maxLength: 200 }), (written) => {
      const shown = wordsOfBlocks(parseMarkdown(written.replaceAll(/<[@!]/g, '')));
      // URLs of named links and language names are not shown.
      fc.pre(!/\]\(http|```/i.test(written));
      expect(lettersOf(shown)).toBe(lettersOf(written));
    }),
    { numRuns: 300 },
  );
  expect(parseMarkdown('')).toEqual([]);
});

test.for(['**a*', '__a ', '~~a ', '*a_', '_a*b', '**a__b~~'])(
  'the characters of many %s are read a few times each',
  (part) => {
    const written = part.repeat(8_000 / part.length);
    const read = vi.spyOn(String.prototype, 'charAt');
    parseInline(written);
    const times = read.mock.calls.length;
    read.mockRestore();
    expect(times).toBeLessThan(20 * written.length);
  },
);

test('long hostile texts are parsed without delay', () => {
  for (const part of ['*', '**a ', '[', '`', '_a', '> ', 'h', '<@', '- ', '~~a ']) {
    expect(parseMarkdown(part.repeat(8_000 / part.length)).length).toBeGreaterThan(0);
  }
});
