import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The defaults of authenticator apps (RFC 6238): HMAC-SHA-1, six digits, 30 seconds. */
const STEP_MS = 30_000;
const DIGITS = 6;
const SECRET_BYTES = 20;
/**
 * Steps before and after the present one that are accepted, because clocks differ and typing takes
 * time.
 */
const TOLERANCE = 1;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 (RFC 4648) without padding; whole groups of five bits only. */
export const toBase32 = (bytes: Buffer): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? [])
    .map((group) => ALPHABET.charAt(Number.parseInt(group, 2)))
    .join('');
};

export const createTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

export const totpStep = (now: number): number => Math.floor(now / STEP_MS);

/** The code of a time step. */
export const totpCode = (secret: Buffer, step: number, digits = DIGITS): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** digits;
  return String(number).padStart(digits, '0');
};

/** The latest step with this code among those accepted at `now`; null if there is none. */
export const matchTotp = (secret: Buffer, code: string, now: number): number | null => {
  const typed = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(typed)) return null;
  const present = totpStep(now);
  let match: number | null = null;
  for (let step = present - TOLERANCE; step <= present + TOLERANCE; step += 1) {
    if (timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(typed))) match = step;
  }
  return match;
};

/** The content of the QR code for an authenticator app. */
export const totpUri = (secret: Buffer, issuer: string, account: string): string => {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`;
};
