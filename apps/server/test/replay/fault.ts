import { gzipSync } from 'node:zlib';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** A fault of a source, for each response it must spoil. */
export type Fault =
  /** Responds with this status instead. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: OutgoingHttpHeaders;
      readonly body?: string;
    }
  /** Closes the connection in the middle of the response. */
  | { readonly kind: 'reset' }
  /** Ends regularly, but the compressed response lacks its second half. */
  | { readonly kind: 'truncated-gzip' }
  /** Repeats the last character of the response endlessly. */
  | { readonly kind: 'endless' }
  /** Accepts the connection and never responds. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'slow'; readonly milliseconds: number }
  /** Responds with something else than documented. */
  | { readonly kind: 'rewrite'; readonly rewrite: (body: string) => string };

const ENDLESS_CHUNK = 2 ** 16;

const sendForever = (response: ServerResponse, body: string): void => {
  const chunk = (body.at(-1) ?? ' ').repeat(ENDLESS_CHUNK);
  const fill = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', fill);
  response.write(body);
  fill();
};

/** Sends a response with the fault. `headers` are those of the correct response. */
export const sendFaulty = (
  response: ServerResponse,
  error: Exclude<Fault, { readonly kind: 'slow' | 'rewrite' }>,
  sound: { readonly headers: OutgoingHttpHeaders; readonly body: string },
): void => {
  const bytes = Buffer.from(sound.body);
  switch (error.kind) {
    case 'status':
      response.writeHead(error.status, error.headers).end(error.body ?? '');
      return;
    case 'reset':
      response.writeHead(200, { ...sound.headers, 'content-length': bytes.length });
      response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.destroy());
      return;
    case 'truncated-gzip': {
      const packed = gzipSync(bytes);
      response
        .writeHead(200, { ...sound.headers, 'content-encoding': 'gzip' })
        .end(packed.subarray(0, Math.ceil(packed.length / 2)));
      return;
    }
    case 'endless':
      response.writeHead(200, sound.headers);
      sendForever(response, sound.body.slice(0, -1) || ' ');
      return;
    case 'silent':
  }
};
