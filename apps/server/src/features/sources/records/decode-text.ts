import { isAscii } from 'node:buffer';

const SAMPLE_BYTES = 64 * 2 ** 10;
const HEAD_BYTES = 1_024;
/** Fewer invalid bytes than this are damage in UTF-8, not another encoding. */
const MIN_BROKEN = 4;

const XML_ENCODING = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/;
// Control characters are removed, because PostgreSQL cannot store NUL.
// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const CONTROLS = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g;

/** The charset that a Content-Type header names; null without one. */
export const declaredCharset = (contentType: string | null | undefined): string | null =>
  /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? '')?.[1] ?? null;

const decoderFor = (label: string): TextDecoder | null => {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
};

/**
 * The encoding that the first bytes prove: a byte order mark, or two Latin letters or signs of
 * UTF-16, with which markup and headers begin.
 */
const unmistakable = (head: Uint8Array): string | null => {
  const [a, b, c, d] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if ((a === 0xff && b === 0xfe) || (a && b === 0 && c && d === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b && c === 0 && d)) return 'utf-16be';
  return null;
};

/**
 * The encoding of a sample that is not all ASCII. The bytes take precedence over the declaration,
 * because some shops declare one encoding and send another.
 */
const chooseEncoding = (declared: TextDecoder | null, sample: Uint8Array): TextDecoder => {
  const asUtf8 = new TextDecoder().decode(sample);
  const broken = asUtf8.match(/\uFFFD/g)?.length ?? 0;
  const whole = asUtf8.match(/[^\0-\x7F\uFFFD]/g)?.length ?? 0;
  const singleByte = declared !== null && !declared.encoding.startsWith('utf-') ? declared : null;
  const looksUtf8 =
    singleByte === null ? broken < MIN_BROKEN || whole > 4 * broken : whole > 4 * broken;
  return looksUtf8 ? new TextDecoder() : (singleByte ?? new TextDecoder('windows-1251'));
};

const clean = (text: string): string => text.replace(CONTROLS, '');

/**
 * Decodes a feed, yielding text in pieces of any length. The encoding is that of the byte order
 * mark, else the declared one unless the bytes contradict it, else UTF-8 or windows-1251, whichever
 * fits. Invalid sequences become U+FFFD; control characters are removed.
 */
export const decodeText = async function* (
  bytes: AsyncIterable<Uint8Array>,
  httpCharset: string | null,
): AsyncGenerator<string> {
  let head: Uint8Array | undefined = new Uint8Array();
  let decoder: TextDecoder | undefined;
  let declared: TextDecoder | null = null;
  let sample: Uint8Array[] = [];
  let sampled = 0;

  const begin = (first: Uint8Array): void => {
    const certain = unmistakable(first);
    if (certain !== null) {
      decoder = new TextDecoder(certain);
      return;
    }
    const label =
      XML_ENCODING.exec(Buffer.from(first.subarray(0, HEAD_BYTES)).toString('latin1'))?.[1] ??
      httpCharset;
    declared = label === null ? null : decoderFor(label);
  };

  const decode = (chunk: Uint8Array): string => {
    if (decoder !== undefined) return decoder.decode(chunk, { stream: true });
    // ASCII is the same in every remaining encoding, so the choice waits for the first other byte.
    if (sampled === 0 && isAscii(chunk))
      return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1');
    sample.push(chunk);
    sampled += chunk.length;
    return sampled < SAMPLE_BYTES ? '' : decodeSample();
  };

  const decodeSample = (): string => {
    const gathered = Buffer.concat(sample);
    sample = [];
    decoder = chooseEncoding(declared, gathered);
    return decoder.decode(gathered, { stream: true });
  };

  for await (const chunk of bytes) {
    let next = chunk;
    if (head !== undefined) {
      head = Buffer.concat([head, chunk]);
      if (head.length < HEAD_BYTES) continue;
      begin(head);
      next = head;
      head = undefined;
    }
    const text = clean(decode(next));
    if (text !== '') yield text;
  }
  let last = '';
  if (head !== undefined) {
    begin(head);
    last += decode(head);
  }
  if (sampled > 0 && decoder === undefined) last += decodeSample();
  last = clean(last + (decoder?.decode() ?? ''));
  if (last !== '') yield last;
};
