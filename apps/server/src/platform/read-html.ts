import { type Handler, Parser } from 'htmlparser2';

/**
 * The deepest element that is read. The parser searches all open elements for each end tag, so that
 * the work for a page is the product of its length and its depth.
 */
const MAX_DEPTH = 500;
/** Characters parsed before the depth is looked at. */
const PIECE_LENGTH = 16_384;

/** Parses a page, up to where its elements nest too deeply. */
export const readHtml = (html: string, handler: Partial<Handler>): void => {
  let depth = 0;
  const parser = new Parser({
    ...handler,
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
    parser.write(html.slice(at, at + PIECE_LENGTH));
    if (depth > MAX_DEPTH) break;
  }
  parser.end();
};
