import * as z from 'zod/mini';

/** Increased when the layout of a backup changes; a reader rejects unknown formats. */
export const BACKUP_FORMAT = 1;

const identifier = z.string().check(z.regex(/^[a-z_][a-z0-9_]*$/));

/** `manifest.json`, written last: without it a backup is incomplete. */
export const manifestSchema = z.object({
  format: z.literal(BACKUP_FORMAT),
  /** ISO 8601. */
  createdAt: z.string(),
  /** Names of the migrations that had been applied, in order. */
  migrations: z.array(z.string()),
  /** In an order in which each can be filled after those it refers to. */
  tables: z.array(
    z.object({
      name: identifier,
      columns: z.array(identifier),
      rows: z.int(),
      /** Of `tables/{name}.copy.gz`, as hex. */
      sha256: z.string(),
    }),
  ),
  /** The last number of each sequence; null if it was never used. */
  sequences: z.record(identifier, z.nullable(z.int())),
  /** The number of stored files next to the tables. */
  files: z.int(),
  /** SHA-256 of `files.jsonl`, as hex. Backups of earlier versions have no such list. */
  fileList: z.optional(z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** `manifest.json` of an encrypted backup. */
export const sealedManifestSchema = z.object({
  format: z.literal(BACKUP_FORMAT),
  encryption: z.object({
    algorithm: z.literal('scrypt-aes-256-gcm'),
    /** For the key, in Base64. */
    salt: z.base64(),
  }),
  /** The encrypted manifest, in Base64. */
  sealed: z.base64(),
});
export type SealedManifest = z.infer<typeof sealedManifestSchema>;

export const MANIFEST_FILE = 'manifest.json';

/** The path of a table's rows within a backup. */
export const tableFile = (name: string): string => `tables/${name}.copy.gz`;

/** The list of the stored files: a `ListedFile` in JSON per line. */
export const FILE_LIST = 'files.jsonl';

export const listedFileSchema = z.object({
  key: z.string().check(z.regex(/^[^/\\]+$/)),
  /** In bytes. */
  size: z.int(),
  sha256: z.string(),
});
export type ListedFile = z.infer<typeof listedFileSchema>;

/** Backups hold accounts, so only their owner may read them. */
export const FOLDER_MODE = 0o700;
export const FILE_MODE = 0o600;

/** The folder of the stored files within a backup. */
export const STORED_FILES = 'files';

/** The path of a stored file within a backup; no folder holds more than a few thousand. */
export const filePath = (key: string): string => `${STORED_FILES}/${key.slice(-2)}/${key}`;

export class BackupError extends Error {
  override readonly name = 'BackupError';
}
