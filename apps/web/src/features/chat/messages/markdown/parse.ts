import { MENTION, MENTION_ALL } from '@izgodno/contract/chat/mentions';

/** Message text: paragraphs, lists, quotations and code, and their inline content. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'bold' | 'italic' | 'strike'; readonly content: readonly Inline[] }
  /** `href` is an http(s) URL; nothing else becomes a link. */
  | { readonly kind: 'link'; readonly href: string; readonly content: readonly Inline[] }
  | { readonly kind: 'mention'; readonly userId: string }
  | { readonly kind: 'mention-all' };

export type Block =
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly kind: 'code-block'; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | {
      readonly kind: 'list';
      readonly ordered: boolean;
      /** The number of the first item, in ordered lists. */
      readonly start: number;
      readonly items: readonly (readonly Inline[])[];
    };

/** The longest text that emphasis may enclose, which bounds the search for its end. */
const MAX_EMPHASIS_LENGTH = 1_000;

/** Deeper quotations are shown as plain text. */
const MAX_QUOTE_DEPTH = 4;

const WORD = /[\p{L}\p{N}]/u;

/**
 * The patterns of inline content, tried in this order. All are anchored (`y`) and match a bounded
 * or linear run of characters, so that no text takes long.
 */
const CODE = /(`{1,2})([^`\n](?:[^`\n]*[^`\n])?)\1(?!`)/y;
const USER = new RegExp(MENTION, 'y');
const ALL = new RegExp(MENTION_ALL, 'y');
const NAMED_LINK = /\[([^\][\n]{1,400})\]\((https?:\/\/[^\s()<>]{1,2000})\)/iy;
const BARE_LINK = /https?:\/\/[^\s<>"'`\\^{|}]{1,2000}/iy;
/** Punctuation after a link usually ends the sentence rather than the link. */
const AFTER_LINK = /[.,;:!?*_~)\]]+$/;

const EMPHASES = [
  { mark: '**', kind: 'bold' },
  { mark: '__', kind: 'bold' },
  { mark: '~~', kind: 'strike' },
  { mark: '*', kind: 'italic' },
  { mark: '_', kind: 'italic' },
] as const;

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

interface InlineMatch {
  readonly inline: Inline;
  readonly length: number;
}

const linkAt = (text: string, at: number): InlineMatch | null => {
  const named = matchAt(NAMED_LINK, text, at);
  const href = named ? named[2] : matchAt(BARE_LINK, text, at)?.[0].replace(AFTER_LINK, '');
  if (href === undefined || !URL.canParse(href)) return null;
  const [whole = href, label = href] = named ?? [];
  return {
    inline: { kind: 'link', href, content: [{ kind: 'text', text: label }] },
    length: whole.length,
  };
};

/** By mark: no emphasis that begins later ends before this index. It bounds the work for a text. */
type Searched = Record<string, number>;

/** Returns the index of the mark that ends an emphasis; -1 if there is none. */
const endOfEmphasis = (whole: string, mark: string, from: number, searched: Searched): number => {
  const text = whole.slice(0, from + MAX_EMPHASIS_LENGTH);
  const sign = mark.charAt(0);
  let at = Math.max(from, searched[mark] ?? 0);
  while ((at = text.indexOf(mark, at + 1)) !== -1) {
    const before = text.charAt(at - 1);
    const after = text.charAt(at + mark.length);
    // `*` within `**`, and marks within a word, such as in snake_case.
    const isLonger = before === sign || after === sign;
    const isInWord = sign === '_' && WORD.test(after);
    if (/\S/.test(before) && !isLonger && !isInWord) return at;
  }
  searched[mark] = text.length - mark.length;
  return -1;
};

const emphasisAt = (text: string, at: number, searched: Searched): InlineMatch | null => {
  for (const { mark, kind } of EMPHASES) {
    if (!text.startsWith(mark, at)) continue;
    const from = at + mark.length;
    if (!/\S/.test(text.charAt(from))) continue;
    if (mark.startsWith('_') && WORD.test(text.charAt(at - 1))) continue;
    const end = endOfEmphasis(text, mark, from, searched);
    if (end === -1) continue;
    return {
      inline: { kind, content: parseInline(text.slice(from, end)) },
      length: end + mark.length - at,
    };
  }
  return null;
};

const findAt = (text: string, at: number, searched: Searched): InlineMatch | null => {
  switch (text.charAt(at)) {
    case '\n':
      return { inline: { kind: 'break' }, length: 1 };
    case '`': {
      const code = matchAt(CODE, text, at);
      return code && { inline: { kind: 'code', text: code[2] ?? '' }, length: code[0].length };
    }
    case '<': {
      const mention = matchAt(USER, text, at);
      if (mention !== null) {
        return { inline: { kind: 'mention', userId: mention[1] ?? '' }, length: mention[0].length };
      }
      const all = matchAt(ALL, text, at);
      return all && { inline: { kind: 'mention-all' }, length: all[0].length };
    }
    case '[':
    case 'h':
    case 'H':
      return linkAt(text, at);
    default:
      return emphasisAt(text, at, searched);
  }
};

/** Parses the inline content of one or more lines. */
export const parseInline = (text: string): readonly Inline[] => {
  const content: Inline[] = [];
  const searched: Searched = {};
  let plainFrom = 0;
  let at = 0;
  const endPlain = (): void => {
    if (at > plainFrom) content.push({ kind: 'text', text: text.slice(plainFrom, at) });
  };
  while (at < text.length) {
    const found = findAt(text, at, searched);
    if (found === null) {
      at += 1;
      continue;
    }
    endPlain();
    content.push(found.inline);
    at += found.length;
    plainFrom = at;
  }
  endPlain();
  return content;
};

const FENCE = /^```/;
const QUOTED = /^> ?/;
const BULLET = /^[-*•] +/;
const NUMBER = /^(\d{1,4})[.)] +/;

type Kind = 'code' | 'quote' | 'bullets' | 'numbers' | 'blank' | 'plain';

const kindOf = (line: string, depth: number): Kind => {
  if (FENCE.test(line)) return 'code';
  if (depth < MAX_QUOTE_DEPTH && QUOTED.test(line)) return 'quote';
  if (BULLET.test(line)) return 'bullets';
  if (NUMBER.test(line)) return 'numbers';
  return line.trim() === '' ? 'blank' : 'plain';
};

/** Parses the lines from a fence to the next; an unclosed fence extends to the end. */
const fenced = (lines: readonly string[], from: number): { block: Block; next: number } => {
  const [first = ''] = lines.slice(from);
  const oneLine = /^```(.+?)```\s*$/.exec(first);
  if (oneLine !== null) {
    return { block: { kind: 'code-block', text: oneLine[1] ?? '' }, next: from + 1 };
  }
  const close = lines.findIndex((line, index) => index > from && line.trimEnd().endsWith('```'));
  const end = close === -1 ? lines.length : close;
  // The text after the fence is the name of a language, or the first line of the code.
  const head = first.slice(3);
  const tail = (lines[end] ?? '').trimEnd().replace(/```$/, '');
  const text = [
    ...(/^[\w+#-]*$/.test(head) ? [] : [head]),
    ...lines.slice(from + 1, end),
    ...(tail === '' ? [] : [tail]),
  ].join('\n');
  return { block: { kind: 'code-block', text }, next: end + 1 };
};

const blockOf = (kind: Kind, lines: readonly string[], depth: number): Block => {
  switch (kind) {
    case 'quote':
      return {
        kind: 'quote',
        blocks: parseLines(
          lines.map((line) => line.replace(QUOTED, '')),
          depth + 1,
        ),
      };
    case 'bullets':
      return {
        kind: 'list',
        ordered: false,
        start: 1,
        items: lines.map((line) => parseInline(line.replace(BULLET, ''))),
      };
    case 'numbers':
      return {
        kind: 'list',
        ordered: true,
        start: Number(NUMBER.exec(lines[0] ?? '')?.[1] ?? 1),
        items: lines.map((line) => parseInline(line.replace(NUMBER, ''))),
      };
    default:
      return { kind: 'paragraph', content: parseInline(lines.join('\n')) };
  }
};

const parseLines = (lines: readonly string[], depth: number): readonly Block[] => {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const kind = kindOf(lines[at] ?? '', depth);
    if (kind === 'code') {
      const { block, next } = fenced(lines, at);
      blocks.push(block);
      at = next;
      continue;
    }
    let end = at + 1;
    while (end < lines.length && kindOf(lines[end] ?? '', depth) === kind) end += 1;
    if (kind !== 'blank') blocks.push(blockOf(kind, lines.slice(at, end), depth));
    at = end;
  }
  return blocks;
};

/** Parses a message's text. It never fails: text that is no markdown stays text. */
export const parseMarkdown = (text: string): readonly Block[] => parseLines(text.split('\n'), 0);
