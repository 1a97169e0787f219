import { ImportError } from '../pipeline/import-error.ts';
import type { ImportLimits } from '../pipeline/import-limits.ts';
import { isRowTooLong, SeparatedRows } from '../records/separated-rows.ts';
import { isFeedField, type FeedField, type FeedItem, type ItemParser } from './feed-item.ts';

/** "image link", "Image_Link" and "g:image_link" are one column. */
const columnName = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^g:/, '')
    .replace(/[\s-]+/g, '_');

/** "shipping(country:price)": the header says what the parts of the values are. */
const WITH_PARTS = /^(shipping|free_shipping_threshold)(\([a-z_:]+\))$/;

/** Parses tab-separated values with a header; fields may be quoted as spreadsheets do. */
export const createTsvItemParser = (limits: ImportLimits): ItemParser => {
  const reader = new SeparatedRows('\t', limits);
  let columns: readonly (FeedField | null)[] | undefined;
  /** What precedes the values of a column. */
  let headers: readonly string[] = [];
  let row = 0;

  const readHeader = (cells: readonly string[]): void => {
    const names = cells.map(columnName);
    if (!names.includes('id') || !names.includes('title')) {
      throw new ImportError(
        'FEED_FORMAT_UNKNOWN',
        'Expected an RSS or Atom feed, or tab-separated values whose header names "id" and "title".',
      );
    }
    headers = names.map((name) => WITH_PARTS.exec(name)?.[2] ?? '');
    columns = names.map((name) => {
      const field = name.replace(WITH_PARTS, '$1');
      return isFeedField(field) ? field : null;
    });
  };

  const toItem = (values: readonly string[]): FeedItem => {
    const fields = new Map<FeedField, string>();
    const moreImages: string[] = [];
    row += 1;
    // Not for each column, because a row of few characters must cost little.
    for (const [at, value] of values.entries()) {
      const name = columns?.[at] ?? null;
      if (name === null || value.trim() === '') continue;
      if (name === 'additional_image_link')
        moreImages.push(...value.split(/,(?=\s*(?:https?:)?\/\/)/));
      else if (!fields.has(name)) fields.set(name, `${headers[at] ?? ''}${value}`);
    }
    const surplusColumns = values.length > (columns?.length ?? 0);
    const tooLong = isRowTooLong(values, limits);
    return { row, fields, moreImages, surplusColumns, tooLong, cut: reader.isCut(values) };
  };

  const toItems = (rows: readonly (readonly string[])[]): readonly FeedItem[] => {
    if (columns !== undefined) return rows.map(toItem);
    const [header, ...others] = rows;
    if (header === undefined) return [];
    readHeader(header);
    return others.map(toItem);
  };

  return {
    push: (text) => toItems(reader.push(text)),
    end() {
      const items = toItems(reader.end(columns?.length ?? 0));
      if (columns === undefined) throw new ImportError('FEED_EMPTY', 'The feed holds no text.');
      return items;
    },
    hasEnd: false,
    finished: false,
  };
};
