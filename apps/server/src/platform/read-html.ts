import { type Handler, Parser } from 'htmlparser2';

/**
 * The deepest element that is read. The parser searches all open elements for each end tag, so that
 * the work for a page is the product of its length and its depth.
 */
const MAX_DEPTH = 500;
/**
 * Tags, entities and attributes that are read, of which a large page has some ten thousand. Each takes the
 * time of a hundred characters, so that a page of nothing else would stop the process for seconds.
 */
const MAX_MARKS = 200_000;
/** Characters parsed before depth and marks are looked at. */
const PIECE_LENGTH = 16_384;

const countMarks = (piece: string): number => piece.match(/[<&]/g)?.length ?? 0;

/** Parses a page, up to where its elements nest too deeply or are too many. */
export const readHtml = (html: string, handler: Partial<Handler>): void => {
  let depth = 0;
  let marks = 0;
  const parser = new Parser({
    ...handler,
    onattribute(name, value, quote) {
      marks += 1;
      handler.onattribute?.(name, value, quote);
    },
    onopentag(name, attributes, isImplied) {
      depth += 1;
      handler.onopentag?.(name, attributes, isImplied);
    },
    onclosetag(name, isImplied) {
      depth -= 1;
      handler.onclosetag?.(name, isImplied);
    },
  });
  for (let at = 0; at < html.length; at += PIECE_LENGTH) {
    const piece = html.slice(at, at + PIECE_LENGTH);
    parser.write(piece);
    marks += countMarks(piece);
    if (depth > MAX_DEPTH || marks > MAX_MARKS) break;
  }
  parser.end();
};
