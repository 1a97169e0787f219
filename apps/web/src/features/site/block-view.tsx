/* oxlint-disable react/no-array-index-key -- the parts of a document keep their order. */
import { Link } from '#core/router/link.tsx';
import type { Block, Inline } from './help-document.ts';

const Parts = ({ parts }: { parts: readonly Inline[] }) =>
  parts.map((part, rank) => {
    switch (part.kind) {
      case 'words':
        return part.text;
      case 'strong':
        return <strong key={rank}>{part.text}</strong>;
      case 'typed':
        return <kbd key={rank}>{part.text}</kbd>;
      case 'link':
        return (
          <Link key={rank} href={part.href}>
            {part.text}
          </Link>
        );
    }
  });

/** A paragraph or a list of a document. */
export const BlockView = ({ block }: { block: Block }) => {
  if (block.kind === 'paragraph')
    return (
      <p>
        <Parts parts={block.parts} />
      </p>
    );
  const List = block.kind === 'list' ? 'ul' : 'ol';
  return (
    <List>
      {block.items.map((parts, rank) => (
        <li key={rank}>
          <Parts parts={parts} />
        </li>
      ))}
    </List>
  );
};
