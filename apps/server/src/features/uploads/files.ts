import type { StoredFile } from '@izgodno/contract/uploads/file';
import type { Database } from '#platform/database/database.ts';
import type { Principal } from '#platform/http/authentication.ts';

/** What can hold files. */
export interface FileSubject {
  readonly kind: 'deal' | 'message' | 'avatar';
  /** Of the deal, the message, or the person whose picture it is. */
  readonly id: string;
}

/** Where an upload says it is going. */
export interface UploadTarget {
  /** A channel, `deals` or `profile`. */
  readonly channelId: string;
  /** A message's id, or the one that the client made for it (`clientId`). */
  readonly messageId: string;
}

/**
 * What a feature says of the files of its own subjects. Registered once, before calls come in.
 * A subject that is gone has no readers.
 */
export interface FileAudience {
  readonly kind: FileSubject['kind'];
  /** Whether whoever asks may read the files of this subject; null is somebody not signed in. */
  mayRead(subjectId: string, reader: Principal | null): Promise<boolean>;
  /**
   * A file of this subject has been looked through: its size on the screen, its length and its smaller
   * pictures are known, or it was refused. May come twice.
   */
  settled?(subjectId: string, file: StoredFile): Promise<void>;
}

/**
 * Whether a person may upload towards a target: false where the channel is not theirs, or the
 * message is somebody else's. A message that nobody has sent yet is anybody's.
 */
export type UploadPolicy = (target: UploadTarget, person: Principal) => Promise<boolean>;

/** A picture that the product has fetched in somebody's name. */
export interface FetchedPicture {
  readonly ownerId: string;
  readonly name: string;
  /** As its server calls it. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Files that people have uploaded, as other features hold them. */
export interface Files {
  /**
   * Makes a fetched picture its person's file, by the rules that hold for what they upload. Throws
   * `CallError` as an upload does, `file_type_refused` also for what is no picture.
   */
  keepPicture(picture: FetchedPicture): Promise<StoredFile>;
  registerAudience(audience: FileAudience): void;
  /** Decides on uploads to channels; without one, only `deals` and `profile` take any. */
  registerUploadPolicy(policy: UploadPolicy): void;
  /** Those of the files that are this person's own and complete, in the order of `ids`. */
  findOwned(ids: readonly string[], ownerId: string): Promise<readonly StoredFile[]>;
  /**
   * Lets the subject hold these files of the person, within the caller's transaction where one is
   * given. Throws `CallError('not_found')` and changes nothing unless all are complete, the
   * person's own, and held by nothing but this subject. Repeating it is harmless. Answers with the
   * files as they now are: whatever becomes known of them later, the subject's audience is told.
   */
  attach(
    ids: readonly string[],
    subject: FileSubject,
    ownerId: string,
    transaction?: Database,
  ): Promise<readonly StoredFile[]>;
  /**
   * Lets go of the subject's files but for those in `keep`. What nothing holds is removed by a job
   * soon after.
   */
  release(
    subject: FileSubject,
    options?: { readonly keep?: readonly string[]; readonly transaction?: Database },
  ): Promise<void>;
  /** What is known of each file, by id; unknown ids are left out. Asks no audience: whoever shows it decides. */
  describe(ids: readonly string[]): Promise<ReadonlyMap<string, StoredFile>>;
}
