import type { StoredFile } from '@izgodno/contract/uploads/file';
import type { Database } from '#schema/schema.ts';
import type { Principal } from '#platform/http/authentication.ts';

/** What files can belong to. */
export interface FileSubject {
  readonly kind: 'deal' | 'message' | 'avatar';
  /** The id of the deal, the message, or the avatar's user. */
  readonly id: string;
}

/** The declared target of an upload. */
export interface UploadTarget {
  /** A channel, `deals` or `profile`. */
  readonly channelId: string;
  /** A message's id, or the client's id of it (`clientId`). */
  readonly messageId: string;
}

/**
 * A feature's access policy for the files of its subjects. Registered once, before the first call.
 * A deleted subject has no readers.
 */
export interface FileAccessPolicy {
  readonly kind: FileSubject['kind'];
  /**
   * Whether the caller may read the files of this subject; null is a visitor who is not signed in.
   */
  mayRead(subjectId: string, reader: Principal | null): Promise<boolean>;
  /**
   * Called when a file of this subject was processed: its dimensions, length and variants are
   * known, or it was rejected. May be called twice.
   */
  settled?(subjectId: string, file: StoredFile): Promise<void>;
}

/**
 * Whether a user may upload to a target: false if the channel is not theirs, or the message is
 * another user's. A message not yet sent has no owner.
 */
export type UploadPolicy = (target: UploadTarget, user: Principal) => Promise<boolean>;

/** An image that the product fetched for a user. */
export interface FetchedImage {
  readonly ownerId: string;
  readonly name: string;
  /** The type that its server declared. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Uploaded files, for the features that use them. */
export interface Files {
  /**
   * Stores a fetched image as its user's file, by the rules for uploads. Throws `CallError` like an
   * upload, `file_type_refused` also for anything but an image.
   */
  importImage(image: FetchedImage): Promise<StoredFile>;
  registerAccessPolicy(policy: FileAccessPolicy): void;
  /** Sets the policy of uploads to channels; without one, only `deals` and `profile` accept any. */
  registerUploadPolicy(policy: UploadPolicy): void;
  /** The files that are this user's own and complete, in the order of `ids`. */
  findOwned(ids: readonly string[], ownerId: string): Promise<readonly StoredFile[]>;
  /**
   * Attaches these files of the user to the subject, within the caller's transaction if one is
   * given. Throws `CallError('not_found')` and changes nothing unless all are complete, the user's
   * own, and attached to no other subject. Idempotent. Returns the files in their present state;
   * the subject's policy is notified of later processing.
   */
  attach(
    ids: readonly string[],
    subject: FileSubject,
    ownerId: string,
    transaction?: Database,
  ): Promise<readonly StoredFile[]>;
  /** Releases the subject's files except those in `keep`. A job soon removes unused files. */
  release(
    subject: FileSubject,
    options?: { readonly keep?: readonly string[]; readonly transaction?: Database },
  ): Promise<void>;
  /** The files by id; unknown ids are left out. Checks no access policy; the caller must. */
  describe(ids: readonly string[]): Promise<ReadonlyMap<string, StoredFile>>;
}
