export type EmbeddedPostgresErrorReason =
  | 'unsupported-platform'
  | 'binaries-missing'
  | 'binaries-unusable'
  | 'no-account'
  | 'directory-unreachable'
  | 'directory-of-another-account'
  | 'wrong-version'
  | 'initialisation-failed'
  | 'start-failed'
  | 'stop-failed'
  | 'in-use';

/** Why the embedded PostgreSQL cannot run; the message says what the operator can do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
  readonly code: EmbeddedPostgresErrorReason;

  constructor(code: EmbeddedPostgresErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
