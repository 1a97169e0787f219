import { connect, type Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface FuzzResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** The outcome of a request: a response, a connection closed without one, or a timeout. */
export type Outcome =
  | { readonly kind: 'response'; readonly response: FuzzResponse }
  | { readonly kind: 'closed' }
  | { readonly kind: 'hang' };

interface Head {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly length: number;
}

const HEAD_END = '\r\n\r\n';

const readHead = (bytes: Buffer): Head | null => {
  const end = bytes.indexOf(HEAD_END);
  if (end === -1) return null;
  const [line = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = new Map<string, string>();
  for (const header of lines) {
    const colon = header.indexOf(':');
    headers.set(header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim());
  }
  return { status: Number(line.split(' ')[1]), headers, length: end + HEAD_END.length };
};

/** The body of a chunked response and its end; null while it is incomplete. */
const readChunks = (bytes: Buffer): { readonly body: Buffer; readonly end: number } | null => {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const line = bytes.indexOf('\r\n', at);
    if (line === -1) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    const next = line + 2 + size + 2;
    if (Number.isNaN(size)) return { body: bytes, end: bytes.length };
    if (bytes.length < next) return null;
    if (size === 0) return { body: Buffer.concat(chunks), end: next };
    chunks.push(bytes.subarray(line + 2, line + 2 + size));
    at = next;
  }
};

const decode = (headers: ReadonlyMap<string, string>, body: Buffer): Buffer => {
  if (body.length === 0) return body;
  const encoding = headers.get('content-encoding');
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
};

const hasNoBody = (method: string, status: number): boolean =>
  method === 'HEAD' || status === 204 || status === 304 || (status >= 100 && status < 200);

/** The first response in the received bytes; null while it is incomplete. */
const readResponse = (bytes: Buffer, method: string, ended: boolean): FuzzResponse | null => {
  const head = readHead(bytes);
  if (head === null) return null;
  const { status, headers, length } = head;
  const rest = bytes.subarray(length);
  // `100 Continue` precedes the response.
  if (status === 100) return readResponse(rest, method, ended);
  if (hasNoBody(method, status)) return { status, headers, body: Buffer.alloc(0) };
  if (headers.get('transfer-encoding') === 'chunked') {
    const chunks = readChunks(rest);
    return chunks === null ? null : { status, headers, body: decode(headers, chunks.body) };
  }
  const size = headers.get('content-length');
  if (size === undefined) return ended ? { status, headers, body: decode(headers, rest) } : null;
  if (rest.length < Number(size)) return null;
  return { status, headers, body: decode(headers, rest.subarray(0, Number(size))) };
};

export interface RawClient {
  /** Sends the bytes of one request and waits for its response. One at a time. */
  send(wire: Buffer, method: string): Promise<Outcome>;
  close(): void;
}

/** A keep-alive connection to a server. It sends any bytes, which no proper client does. */
export const createRawClient = (port: number, deadlineMs: number): RawClient => {
  let socket: Socket | undefined;

  const open = (): Socket => {
    if (socket !== undefined && !socket.destroyed && socket.writable) return socket;
    socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.on('error', () => socket?.destroy());
    return socket;
  };

  const sendOn = (line: Socket, wire: Buffer, method: string): Promise<Outcome> =>
    new Promise((resolve) => {
      let received: Buffer = Buffer.alloc(0);
      const finish = (outcome: Outcome): void => {
        clearTimeout(timer);
        line.off('data', onData).off('close', onClose);
        const keeps =
          outcome.kind === 'response' && outcome.response.headers.get('connection') !== 'close';
        if (!keeps) line.destroy();
        resolve(outcome);
      };
      const tryRead = (ended: boolean): void => {
        const response = readResponse(received, method, ended);
        if (response !== null) finish({ kind: 'response', response });
        else if (ended) finish({ kind: 'closed' });
      };
      const onData = (chunk: Buffer): void => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        tryRead(false);
      };
      const onClose = (): void => tryRead(true);
      const timer = setTimeout(() => finish({ kind: 'hang' }), deadlineMs);
      line.on('data', onData).on('close', onClose);
      line.write(wire);
    });

  return {
    async send(wire, method) {
      const isKept = socket !== undefined;
      const outcome = await sendOn(open(), wire, method);
      // A server may close a kept connection at any moment, so only a new one proves anything.
      return outcome.kind === 'closed' && isKept ? sendOn(open(), wire, method) : outcome;
    },
    close: () => socket?.destroy(),
  };
};
