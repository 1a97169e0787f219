import { ImportError } from '../pipeline/import-error.ts';
import type { ImportLimits } from '../pipeline/import-limits.ts';
import { isFeedField, type FeedField, type FeedItem, type ItemParser } from './feed-item.ts';

/** A quote still open after this many lines is a stray character, not a field of many lines. */
const MAX_QUOTED_LINES = 100;

/** Times the limit of a field from which the feed is given up; below, its row is rejected. */
const FATAL = 8;

/** "image link", "Image_Link" and "g:image_link" are one column. */
const columnName = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^g:/, '')
    .replace(/[\s-]+/g, '_');

/** "shipping(country:price)": the header says what the parts of the values are. */
const WITH_PARTS = /^(shipping|free_shipping_threshold)(\([a-z_:]+\))$/;

const QUOTED = /^"((?:[^"]|"")*)"$/;

/** The fields of a record, or `null` if a quoted one is still open at its end. */
const splitRecord = (record: string): string[] | null => {
  const parts = record.split('\t');
  if (!record.includes('"')) return parts;
  const fields: string[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    let field = parts[at] ?? '';
    if (field.startsWith('"')) {
      let end = at;
      while (end < parts.length && !QUOTED.test(field)) {
        end += 1;
        field += `\t${parts[end] ?? ''}`;
      }
      if (end === parts.length) return null;
      at = end;
      field = field.slice(1, -1).replaceAll('""', '"');
    }
    fields.push(field);
  }
  return fields;
};

/** Parses tab-separated values with a header; fields may be quoted as spreadsheets do. */
export const createTsvItemParser = (limits: ImportLimits): ItemParser => {
  let rest = '';
  let columns: readonly (FeedField | null)[] | undefined;
  /** What precedes the values of a column. */
  let headers: readonly string[] = [];
  let open: string[] = [];
  let row = 0;

  const readHeader = (line: string): void => {
    const names = line.split('\t').map((name) => columnName(name.replace(QUOTED, '$1')));
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
    for (const [at, name] of (columns ?? []).entries()) {
      const value = values[at] ?? '';
      if (name === null || value.trim() === '') continue;
      if (name === 'additional_image_link')
        moreImages.push(...value.split(/,(?=\s*(?:https?:)?\/\/)/));
      else if (!fields.has(name)) fields.set(name, `${headers[at] ?? ''}${value}`);
    }
    const surplusColumns = values.length > (columns?.length ?? 0);
    const tooLong = values.some((value) => value.length > limits.maxFieldLength);
    return { row, fields, moreImages, surplusColumns, tooLong };
  };

  const readLines = (lines: readonly string[]): FeedItem[] => {
    const items: FeedItem[] = [];
    const queue = [...lines].reverse();
    for (let line = queue.pop(); line !== undefined; line = queue.pop()) {
      if (open.length === 0 && line.trim() === '') continue;
      if (columns === undefined) {
        readHeader(line);
        continue;
      }
      open.push(line);
      const record = open.join('\n');
      const values = splitRecord(record);
      if (values !== null) {
        items.push(toItem(values));
        open = [];
      } else if (open.length > MAX_QUOTED_LINES || record.length > limits.maxRecordLength) {
        items.push(...takeLiterally(queue));
      }
    }
    return items;
  };

  /**
   * Treats an open quote as a literal character: its line is one record, the lines after it are
   * parsed again.
   */
  const takeLiterally = (queue: string[]): FeedItem[] => {
    const [first = '', ...others] = open;
    open = [];
    queue.push(...others.reverse());
    return [toItem(first.split('\t'))];
  };

  return {
    push(text) {
      const lines = (rest + text).split(/\r?\n/);
      rest = lines.pop() ?? '';
      const fatal = FATAL * limits.maxFieldLength;
      if (rest.length > fatal) {
        throw new ImportError(
          'FEED_FIELD_TOO_LARGE',
          `Row ${row + 1} is longer than ${fatal} characters.`,
        );
      }
      return readLines(lines);
    },
    end() {
      // Every complete line ends in a newline or has all columns.
      if (
        columns !== undefined &&
        rest !== '' &&
        rest.split('\t').length < columns.length &&
        open.length === 0
      ) {
        throw new ImportError('FEED_TRUNCATED', `The feed breaks off in row ${row + 1}.`);
      }
      const items = readLines(rest === '' ? [] : [rest]);
      rest = '';
      while (open.length > 0) {
        const queue: string[] = [];
        items.push(...takeLiterally(queue), ...readLines(queue.reverse()));
      }
      if (columns === undefined) throw new ImportError('FEED_EMPTY', 'The feed holds no text.');
      return items;
    },
    finished: false,
  };
};
