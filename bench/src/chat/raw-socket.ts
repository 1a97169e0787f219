import { connect, type Socket } from 'node:net';

/** Shorter frames are the connection's own: welcome, pong. */
const LEAST_MESSAGE_BYTES = 200;

const LENGTH_IN_TWO_BYTES = 126;
const LENGTH_IN_EIGHT_BYTES = 127;

/** Masked with a key of zeros, which leaves the text unchanged (RFC 6455, section 5.3). */
const encodeMasked = (text: string): Buffer => {
  const payload = Buffer.from(text);
  const header = Buffer.alloc(8);
  header[0] = 0x81;
  header[1] = 0x80 | LENGTH_IN_TWO_BYTES;
  header.writeUInt16BE(payload.length, 2);
  return Buffer.concat([header, payload]);
};

/** All sockets read into it, because a new buffer for each read would take longer than the read. */
const shared = Buffer.allocUnsafe(64 * 1024);

export interface RawSocket {
  readonly isOpen: boolean;
  destroy(): void;
}

export interface RawSocketOptions {
  readonly url: URL;
  readonly path: string;
  readonly hello: string;
  /** Called for the first short frame. */
  readonly onReady: () => void;
  /** Called for each message; its bytes are valid until it returns. */
  readonly onMessage: (bytes: Buffer, start: number, end: number) => void;
  readonly onClose: () => void;
}

/**
 * A WebSocket that only counts, because a real client would take more of the processors that the
 * server under test shares.
 */
export const openRawSocket = (options: RawSocketOptions): RawSocket => {
  const { url, path, hello } = options;
  const socket: Socket = connect({
    port: Number(url.port),
    host: url.hostname,
    noDelay: true,
    onread: {
      buffer: shared,
      callback: (length) => {
        read(shared.subarray(0, length));
        return true;
      },
    },
  });
  let rest: Buffer | null = null;
  let upgraded = false;
  let ready = false;

  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );

  const readFrames = (data: Buffer): void => {
    let at = 0;
    while (data.length - at >= 2) {
      const short = data.readUInt8(at + 1);
      const header = short < LENGTH_IN_TWO_BYTES ? 2 : short === LENGTH_IN_EIGHT_BYTES ? 10 : 4;
      if (data.length - at < header) break;
      const length =
        header === 2
          ? short
          : header === 4
            ? data.readUInt16BE(at + 2)
            : Number(data.readBigUInt64BE(at + 2));
      const end = at + header + length;
      if (end > data.length) break;
      if (length >= LEAST_MESSAGE_BYTES) options.onMessage(data, at + header, end);
      else if (!ready) {
        ready = true;
        options.onReady();
      }
      at = end;
    }
    rest = at < data.length ? Buffer.from(data.subarray(at)) : null;
  };

  const read = (chunk: Buffer): void => {
    const data = rest === null ? chunk : Buffer.concat([rest, chunk]);
    if (upgraded) {
      readFrames(data);
      return;
    }
    const end = data.indexOf('\r\n\r\n');
    if (end === -1) {
      rest = Buffer.from(data);
      return;
    }
    if (!data.subarray(0, end).includes(' 101 ')) {
      socket.destroy();
      return;
    }
    upgraded = true;
    rest = null;
    socket.write(encodeMasked(hello));
    if (data.length > end + 4) readFrames(data.subarray(end + 4));
  };
  socket.on('error', () => socket.destroy());
  socket.on('close', options.onClose);

  return {
    get isOpen() {
      return upgraded && !socket.destroyed;
    },
    destroy: () => void socket.destroy(),
  };
};
