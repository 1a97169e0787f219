/** A piece of a paragraph. */
export type Inline =
  | { readonly kind: 'words' | 'strong' | 'typed'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

export type Block =
  | { readonly kind: 'paragraph'; readonly parts: readonly Inline[] }
  | { readonly kind: 'list' | 'steps'; readonly items: readonly (readonly Inline[])[] };

export interface Topic {
  /** The same in every language, because URLs contain it. */
  readonly id: string;
  readonly question: string;
  readonly blocks: readonly Block[];
  /** Its words for the search. */
  readonly words: readonly string[];
}

export interface TopicGroup {
  readonly title: string;
  readonly topics: readonly Topic[];
}

const INLINE = /\*\*(?<strong>[^*]+)\*\*|`(?<typed>[^`]+)`|\[(?<text>[^\]]+)\]\((?<href>[^)]+)\)/g;

const parseInline = (source: string): readonly Inline[] => {
  const parts: Inline[] = [];
  let read = 0;
  for (const found of source.matchAll(INLINE)) {
    if (found.index > read) parts.push({ kind: 'words', text: source.slice(read, found.index) });
    const { strong, typed, text, href } = found.groups ?? {};
    if (text !== undefined && href !== undefined) parts.push({ kind: 'link', text, href });
    else if (strong !== undefined) parts.push({ kind: 'strong', text: strong });
    else parts.push({ kind: 'typed', text: typed ?? '' });
    read = found.index + found[0].length;
  }
  if (read < source.length) parts.push({ kind: 'words', text: source.slice(read) });
  return parts;
};

export const parseBlock = (source: string): Block => {
  const lines = source.split('\n');
  const itemsAfter = (mark: RegExp) => lines.map((line) => parseInline(line.replace(mark, '')));
  if (lines.every((line) => line.startsWith('- ')))
    return { kind: 'list', items: itemsAfter(/^- /) };
  if (lines.every((line) => /^\d+\. /.test(line)))
    return { kind: 'steps', items: itemsAfter(/^\d+\. /) };
  return { kind: 'paragraph', parts: parseInline(lines.join(' ')) };
};

const wordsOf = (text: string): readonly string[] =>
  text
    .toLocaleLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const parseTopic = (source: string): Topic => {
  const [question = '', ...rest] = source.trim().split('\n\n');
  const id = /^<a id="([a-z]+)"><\/a>$/.exec(rest[0]?.trim() ?? '')?.[1];
  if (id === undefined) throw new Error(`The help topic “${question}” has no anchor`);
  const blocks = rest.slice(1).map((block) => parseBlock(block.trim()));
  const shown = blocks.flatMap((block) =>
    (block.kind === 'paragraph' ? block.parts : block.items.flat()).map(({ text }) => text),
  );
  return { id, question, blocks, words: wordsOf([question, ...shown].join(' ')) };
};

/**
 * Parses a file of `docs/help`, which uses a subset of Markdown: groups (`##`) of questions
 * (`###`), each with an anchor, paragraphs, lists, steps, **labels**, `typed text` and links.
 */
export const parseHelp = (source: string): readonly TopicGroup[] =>
  source
    .split(/^## /m)
    .slice(1)
    .map((group) => {
      const [title = '', ...topics] = group.split(/^### /m);
      return { title: title.trim(), topics: topics.map(parseTopic) };
    });

/**
 * Returns the topics that contain, for each search word, a word with that prefix; all topics
 * without a search.
 */
export const findTopics = (
  groups: readonly TopicGroup[],
  sought: string,
): readonly TopicGroup[] => {
  const wanted = wordsOf(sought);
  return groups
    .map(({ title, topics }) => ({
      title,
      topics: topics.filter(({ words }) =>
        wanted.every((start) => words.some((word) => word.startsWith(start))),
      ),
    }))
    .filter(({ topics }) => topics.length > 0);
};
