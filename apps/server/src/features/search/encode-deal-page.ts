import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { dealPageSchema } from '@izgodno/contract/deals/deal-page';

/** Compiled, because its facets have a hundred parts; input and output types are the same. */
const frameSchema = z.compile(z.omit(dealPageSchema, { items: true }));

/** A page of deals without the deals. */
export type DealPageFrame = z.input<typeof frameSchema>;

const COMMA = Buffer.from(',');

/** The JSON of a page with already encoded deals. */
export const encodeDealPage = (frame: DealPageFrame, deals: readonly Buffer[]): Buffer => {
  const head = JSON.stringify(expectShape(frameSchema, frame)).replace(/\}$/, ',"items":[');
  const items = deals.flatMap((deal, place) => (place === 0 ? [deal] : [COMMA, deal]));
  return Buffer.concat([Buffer.from(head), ...items, Buffer.from(']}')]);
};
