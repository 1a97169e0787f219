import { highlight } from './highlight.ts';
import styles from './highlighted.module.css';

/** A text in which the words of a search are marked. */
export const Highlighted = ({ text, search }: { text: string; search: string }) =>
  highlight(text, search).map((piece, index) =>
    piece.found ? (
      // oxlint-disable-next-line react/no-array-index-key -- pieces of a text have no other identity.
      <mark key={index} className={styles['mark']}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
