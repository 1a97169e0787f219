import { Fragment, type ReactNode } from 'react';
import { langOf } from '#core/language/lang-of.ts';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { parseMarkdown, type Block, type Inline } from './parse.ts';
import styles from './markdown.module.css';

interface MarkdownProps {
  readonly text: string;
  /** The users that its mentions refer to. */
  readonly mentions: readonly { readonly id: string; readonly name: string }[];
  /** The user whose mentions are highlighted. */
  readonly userId: string;
  /** The label of a mention of everyone. */
  readonly everybody: string;
  /** The label of a mention of an account that was deleted. */
  readonly deleted: string;
}

type Context = Omit<MarkdownProps, 'text'>;

/** A link to another site sends it no referrer. */
const Anchor = ({ href, children }: { href: string; children: ReactNode }) => {
  const url = new URL(href);
  return url.origin === location.origin ? (
    <Link href={url.pathname + url.search + url.hash}>{children}</Link>
  ) : (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
};

const renderInline = (inline: Inline, context: Context): ReactNode => {
  const { mentions, userId, everybody, deleted } = context;
  switch (inline.kind) {
    case 'text':
      return inline.text;
    case 'break':
      return <br />;
    case 'code':
      return <code className={styles['code']}>{inline.text}</code>;
    case 'bold':
      return <strong>{renderAll(inline.content, context)}</strong>;
    case 'italic':
      return <em>{renderAll(inline.content, context)}</em>;
    case 'strike':
      return <s>{renderAll(inline.content, context)}</s>;
    case 'link':
      return <Anchor href={inline.href}>{renderAll(inline.content, context)}</Anchor>;
    case 'mention': {
      const name = mentions.find(({ id }) => id === inline.userId)?.name;
      return (
        <span className={styles['mention']} data-own={inline.userId === userId}>
          @{name ?? deleted}
        </span>
      );
    }
    case 'mention-all':
      return (
        <span className={styles['mention']} data-own="true">
          @{everybody}
        </span>
      );
  }
};

const renderAll = (content: readonly Inline[], context: Context): ReactNode =>
  content.map((inline, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a text is rendered as a whole, so its parts have no other identity.
    <Fragment key={index}>{renderInline(inline, context)}</Fragment>
  ));

const renderBlock = (block: Block, context: Context): ReactNode => {
  switch (block.kind) {
    case 'paragraph':
      return <p>{renderAll(block.content, context)}</p>;
    case 'code-block':
      return (
        // The keyboard can scroll wide code.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={styles['codeBlock']} tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case 'quote':
      return (
        <blockquote className={styles['quote']}>{renderBlocks(block.blocks, context)}</blockquote>
      );
    case 'list': {
      const items = block.items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- see above.
        <li key={index}>{renderAll(item, context)}</li>
      ));
      return block.ordered ? (
        <ol className={styles['ordered']} start={block.start}>
          {items}
        </ol>
      ) : (
        <ul className={styles['bullets']}>{items}</ul>
      );
    }
  }
};

const renderBlocks = (blocks: readonly Block[], context: Context): ReactNode =>
  blocks.map((block, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- see above.
    <Fragment key={index}>{renderBlock(block, context)}</Fragment>
  ));

/** Renders a message's text as elements; nothing is parsed as HTML. */
export const Markdown = ({ text, ...context }: MarkdownProps) => {
  const { code } = useLanguage();
  return (
    <div className={styles['markdown']} lang={langOf(text, code)}>
      {renderBlocks(parseMarkdown(text), context)}
    </div>
  );
};
