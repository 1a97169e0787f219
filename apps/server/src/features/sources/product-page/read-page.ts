import { declaredCharset, decodeText } from '../records/decode-text.ts';

/** The Accept header of a request for a page. */
export const PAGE_TYPES = 'text/html, application/xhtml+xml;q=0.9';
/** Bytes; shops' pages with everything inlined are smaller. */
export const MAX_PAGE_BYTES = 4 * 2 ** 20;

const HEAD_BYTES = 2_048;
const META_CHARSET = /<meta[^>]{0,200}?charset\s*=\s*["']?([\w.:-]{2,40})/i;

interface PageResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** The encoding declared by the header, else by the head of the page. */
const charsetOf = ({ headers, body }: PageResponse): string | null =>
  declaredCharset(headers.get('content-type')) ??
  META_CHARSET.exec(Buffer.from(body.subarray(0, HEAD_BYTES)).toString('latin1'))?.[1] ??
  null;

/** The text of a web page; null if the response is no page. */
export const readPage = async (response: PageResponse): Promise<string | null> => {
  const isPage = /\bx?html\b/i.test(response.headers.get('content-type') ?? 'text/html');
  if (response.status !== 200 || !isPage) return null;
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    yield response.body;
  };
  let text = '';
  for await (const piece of decodeText(bytes(), charsetOf(response))) text += piece;
  return text;
};
