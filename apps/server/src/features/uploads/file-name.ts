import { normalise } from '@izgodno/contract/common/normalise';
import { MAX_FILE_NAME_LENGTH } from '@izgodno/contract/uploads/limits';

const MAX_ORIGINAL_LENGTH = 1_000;
const MAX_EXTENSION_LENGTH = 20;

/**
 * Invisible characters and those that change the direction of text, which would disguise a name.
 */
const invisible = /[\p{Cc}\p{Cs}\p{Co}\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;
/** Characters that are special in some file system. */
const reserved = /[/\\:*?"<>|]/g;
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

const splitName = (name: string): [stem: string, extension: string] => {
  const dot = name.lastIndexOf('.');
  const isExtension = dot > 0 && name.length - dot <= MAX_EXTENSION_LENGTH;
  return isExtension ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
};

/** A name without dots and spaces at its ends; a regular expression takes quadratic time for it. */
const trimEnds = (name: string): string => {
  const isTrimmed = (at: number): boolean => name[at] === '.' || name[at] === ' ';
  let start = 0;
  let end = name.length;
  while (start < end && isTrimmed(start)) start += 1;
  while (start < end && isTrimmed(end - 1)) end -= 1;
  return name.slice(start, end);
};

/** A name as the device gave it, without characters that the database cannot store. */
export const originalName = (name: string): string =>
  name.replaceAll(/[\0\p{Cs}]/gu, '').slice(0, MAX_ORIGINAL_LENGTH);

/**
 * A name that is safe in any file system and reads as what it is: no path, no control characters,
 * none that change the direction of text, no device name, at most 200 characters including the
 * extension.
 */
export const sanitizeName = (name: string): string => {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const [start, end] = splitName(base);
  const clean = trimEnds(
    normalise(`${start.slice(0, MAX_ORIGINAL_LENGTH)}${end}`.replaceAll(invisible, ''))
      .replaceAll(reserved, '_')
      .replaceAll(/\s+/gu, ' '),
  );
  const safe = devices.test(clean) ? `_${clean}` : clean;
  const [stem, extension] = splitName(safe);
  const letters = Array.from(stem)
    .slice(0, MAX_FILE_NAME_LENGTH - extension.length)
    .join('');
  return `${letters}${extension}` || 'file';
};

/**
 * `Content-Disposition` with a name (RFC 6266): ASCII for old clients, the full name for others.
 */
export const contentDisposition = (type: 'inline' | 'attachment', name: string): string => {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${plain}"; filename*=UTF-8''${encoded}`;
};
