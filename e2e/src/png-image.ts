import { crc32, deflateSync } from 'node:zlib';

const SIDE = 64;

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
};

/** A PNG image of one colour (red, green, blue, each 0 to 255), 64 pixels square. */
export const pngImage = (colour: readonly [number, number, number]): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  // Eight bits per sample, true colour.
  header.set([8, 2], 8);
  // Each row starts with its filter type: none.
  const row = Buffer.from([0, ...Array.from({ length: SIDE }, () => colour).flat()]);
  const pixels = Buffer.concat(Array.from({ length: SIDE }, () => row));
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
