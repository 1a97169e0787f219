import { decodeText } from '../merchant-feed/decode-text.ts';

const HEAD_BYTES = 2_048;
const META_CHARSET = /<meta[^>]{0,200}?charset\s*=\s*["']?([\w.:-]{2,40})/i;

interface PageResponse {
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** The encoding declared by the header, else by the head of the page. */
const charsetOf = ({ headers, body }: PageResponse): string | null =>
  /charset\s*=\s*"?([\w.:-]+)/i.exec(headers.get('content-type') ?? '')?.[1] ??
  META_CHARSET.exec(Buffer.from(body.subarray(0, HEAD_BYTES)).toString('latin1'))?.[1] ??
  null;

/** The text of a web page. */
export const readPage = async (response: PageResponse): Promise<string> => {
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    yield response.body;
  };
  let text = '';
  for await (const piece of decodeText(bytes(), charsetOf(response))) text += piece;
  return text;
};
