/** Whether no attempt under the same upload id has begun since. */
export type IsNewest = () => boolean;

/**
 * The newest attempts at uploads in this process. A sender who was cut off begins again at once, and the
 * database may be asked for the older attempt after it was asked for the newer one.
 */
export class NewestAttempts {
  readonly #newest = new Map<string, symbol>();

  /** Does the work of an attempt that begins now. */
  async run<Result>(
    ownerId: string,
    uploadId: string,
    work: (isNewest: IsNewest) => Promise<Result>,
  ): Promise<Result> {
    const key = `${ownerId} ${uploadId}`;
    const attempt = Symbol(key);
    this.#newest.set(key, attempt);
    const isNewest = (): boolean => this.#newest.get(key) === attempt;
    try {
      return await work(isNewest);
    } finally {
      if (isNewest()) this.#newest.delete(key);
    }
  }
}
