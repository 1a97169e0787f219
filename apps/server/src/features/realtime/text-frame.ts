const FINAL_TEXT_FRAME = 0x81;
/**
 * Longer payloads have their length in two further bytes, and above `MAX_SHORT` in eight (RFC 6455,
 * section 5.2).
 */
const MAX_TINY = 125;
const MAX_SHORT = 0xffff;

/** Encodes a text as one unmasked WebSocket frame, the same for every socket. */
export const encodeTextFrame = (text: string): Buffer => {
  const length = Buffer.byteLength(text);
  const header = length <= MAX_TINY ? 2 : length <= MAX_SHORT ? 4 : 10;
  const frame = Buffer.allocUnsafe(header + length);
  frame[0] = FINAL_TEXT_FRAME;
  if (header === 2) {
    frame[1] = length;
  } else if (header === 4) {
    frame[1] = MAX_TINY + 1;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = MAX_TINY + 2;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, header);
  return frame;
};
