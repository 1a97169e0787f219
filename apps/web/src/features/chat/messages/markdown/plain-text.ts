import { parseMarkdown, type Block, type Inline } from './parse.ts';

interface Names {
  /** The users that the mentions refer to. */
  readonly mentions: readonly { readonly id: string; readonly name: string }[];
  /** The label of a mention of everyone. */
  readonly everybody: string;
  /** The label of a mention of an account that was deleted. */
  readonly deleted: string;
}

const inlineText = (inline: Inline, names: Names): string => {
  switch (inline.kind) {
    case 'text':
    case 'code':
      return inline.text;
    case 'break':
      return ' ';
    case 'mention': {
      const name = names.mentions.find(({ id }) => id === inline.userId)?.name;
      return `@${name ?? names.deleted}`;
    }
    case 'mention-all':
      return `@${names.everybody}`;
    default:
      return lineText(inline.content, names);
  }
};

const lineText = (content: readonly Inline[], names: Names): string =>
  content.map((inline) => inlineText(inline, names)).join('');

const blockText = (block: Block, names: Names): string => {
  switch (block.kind) {
    case 'paragraph':
      return lineText(block.content, names);
    case 'code-block':
      return block.text;
    case 'quote':
      return blocksText(block.blocks, names);
    case 'list':
      return block.items.map((item) => lineText(item, names)).join(', ');
  }
};

const blocksText = (blocks: readonly Block[], names: Names): string =>
  blocks.map((block) => blockText(block, names)).join(' ');

/** A message's text for reading out, in one line: without marks, and with users' names. */
export const plainText = (text: string, names: Names): string =>
  blocksText(parseMarkdown(text), names).replaceAll(/\s+/g, ' ').trim();
