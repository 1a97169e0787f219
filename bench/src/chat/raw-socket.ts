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

/** The lengths of the frame at a position; null if its header is not complete. */
const lengthOfFrame = (data: Buffer, at: number): { header: number; length: number } | null => {
  if (data.length - at < 2) return null;
  const short = data.readUInt8(at + 1);
  const header = short < LENGTH_IN_TWO_BYTES ? 2 : short === LENGTH_IN_EIGHT_BYTES ? 10 : 4;
  if (data.length - at < header) return null;
  if (header === 2) return { header, length: short };
  return {
    header,
    length: header === 4 ? data.readUInt16BE(at + 2) : Number(data.readBigUInt64BE(at + 2)),
  };
};

/**
 * A WebSocket that only counts, because a real client would take more of the processors that the
 * server under test shares.
 */
export class RawSocket {
  readonly #options: RawSocketOptions;
  readonly #socket: Socket;
  #rest: Buffer | null = null;
  #upgraded = false;
  #ready = false;

  constructor(options: RawSocketOptions) {
    const { url, path } = options;
    this.#options = options;
    this.#socket = connect({
      port: Number(url.port),
      host: url.hostname,
      noDelay: true,
      onread: {
        buffer: shared,
        callback: (length) => {
          this.#read(shared.subarray(0, length));
          return true;
        },
      },
    });
    this.#socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    this.#socket.on('error', () => this.#socket.destroy());
    this.#socket.on('close', options.onClose);
  }

  get isOpen(): boolean {
    return this.#upgraded && !this.#socket.destroyed;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    const data = this.#rest === null ? chunk : Buffer.concat([this.#rest, chunk]);
    if (this.#upgraded) {
      this.#readFrames(data);
      return;
    }
    const end = data.indexOf('\r\n\r\n');
    if (end === -1) {
      this.#rest = Buffer.from(data);
      return;
    }
    if (!data.subarray(0, end).includes(' 101 ')) {
      this.destroy();
      return;
    }
    this.#upgraded = true;
    this.#rest = null;
    this.#socket.write(encodeMasked(this.#options.hello));
    if (data.length > end + 4) this.#readFrames(data.subarray(end + 4));
  }

  #readFrames(data: Buffer): void {
    let at = 0;
    for (;;) {
      const frame = lengthOfFrame(data, at);
      if (frame === null) break;
      const start = at + frame.header;
      const end = start + frame.length;
      if (end > data.length) break;
      if (frame.length >= LEAST_MESSAGE_BYTES) this.#options.onMessage(data, start, end);
      else if (!this.#ready) {
        this.#ready = true;
        this.#options.onReady();
      }
      at = end;
    }
    this.#rest = at < data.length ? Buffer.from(data.subarray(at)) : null;
  }
}
