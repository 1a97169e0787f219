import { gzipSync } from 'node:zlib';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** A way in which a source misbehaves, once for each answer it is asked to spoil. */
export type Fault =
  /** Answers with this status instead. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: OutgoingHttpHeaders;
      readonly body?: string;
    }
  /** Cuts the connection in the middle of the answer. */
  | { readonly kind: 'reset' }
  /** Ends well, but the compressed answer lacks its second half. */
  | { readonly kind: 'truncated-gzip' }
  /** Goes on sending the last character of the answer. */
  | { readonly kind: 'endless' }
  /** Takes the connection and never answers. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'slow'; readonly milliseconds: number }
  /** Answers with something else than it documents. */
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

/** Sends an answer in the way of the fault. `headers` are those of the sound answer. */
export const sendFaulty = (
  response: ServerResponse,
  fault: Exclude<Fault, { readonly kind: 'slow' | 'rewrite' }>,
  sound: { readonly headers: OutgoingHttpHeaders; readonly body: string },
): void => {
  const bytes = Buffer.from(sound.body);
  switch (fault.kind) {
    case 'status':
      response.writeHead(fault.status, fault.headers).end(fault.body ?? '');
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
