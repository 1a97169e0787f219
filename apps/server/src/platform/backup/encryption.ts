import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  scrypt,
  type DecipherGCM,
} from 'node:crypto';
import { PassThrough, Transform, type TransformCallback } from 'node:stream';
import { promisify } from 'node:util';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
export const SALT_BYTES = 16;

/** 128 MiB and some 0.3 s a guess. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 } as const;

const deriveKey = promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt);

/** What encrypts the files of a backup, each by its path in the backup. */
export interface BackupCipher {
  seal(file: string): Transform;
  /** Its stream fails at its end if the bytes are not those that were sealed for this path. */
  open(file: string): Transform;
}

/** For backups without a passphrase. */
export const noCipher: BackupCipher = {
  seal: () => new PassThrough(),
  open: () => new PassThrough(),
};

/** A sealed file is a random IV, the encrypted bytes, and their tag. */
const seal = (key: Buffer, file: string): Transform => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(file));
  const sealing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, cipher.update(chunk));
    },
    flush(done) {
      this.push(cipher.final());
      done(null, cipher.getAuthTag());
    },
  });
  sealing.push(iv);
  return sealing;
};

class Opening extends Transform {
  readonly #key: Buffer;
  readonly #file: string;
  #decipher: DecipherGCM | null = null;
  /** The bytes that may be the tag. */
  #held = Buffer.alloc(0);

  constructor(key: Buffer, file: string) {
    super();
    this.#key = key;
    this.#file = file;
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.#held = Buffer.concat([this.#held, chunk]);
    if (this.#decipher === null && this.#held.length >= IV_BYTES) {
      const iv = this.#held.subarray(0, IV_BYTES);
      this.#decipher = createDecipheriv(ALGORITHM, this.#key, iv, { authTagLength: TAG_BYTES });
      this.#decipher.setAAD(Buffer.from(this.#file));
      this.#held = this.#held.subarray(IV_BYTES);
    }
    const ready = this.#held.length - TAG_BYTES;
    if (this.#decipher === null || ready <= 0) {
      done();
      return;
    }
    const opened = this.#decipher.update(this.#held.subarray(0, ready));
    this.#held = this.#held.subarray(ready);
    done(null, opened);
  }

  override _flush(done: TransformCallback): void {
    try {
      if (this.#decipher === null) throw new Error(`${this.#file} is too short.`);
      done(null, this.#decipher.setAuthTag(this.#held).final());
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

/** Encrypts with AES-256-GCM, by a key for each file, derived from a passphrase by scrypt. */
export const createCipher = async (passphrase: string, salt: Buffer): Promise<BackupCipher> => {
  const master = await deriveKey(passphrase.normalize('NFC'), salt, KEY_BYTES, SCRYPT);
  const keyOf = (file: string): Buffer =>
    Buffer.from(hkdfSync('sha256', master, salt, `izgodno backup ${file}`, KEY_BYTES));
  return {
    seal: (file) => seal(keyOf(file), file),
    open: (file) => new Opening(keyOf(file), file),
  };
};
