import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import { fileUrl } from '@izgodno/contract/uploads/file';
import type { Database } from '#schema/schema.ts';
import { readInPages } from '#platform/database/read-in-pages.ts';

/**
 * The complete files of a user, the oldest first. After the account is deleted, a sweep removes
 * files without an owner.
 */
export async function* readUploadsOf(
  database: Database,
  userId: string,
): AsyncGenerator<AccountParts['uploads'][number]> {
  const rows = readInPages(
    (after: string | null, limit) =>
      database
        .selectFrom('files')
        .select(['id', 'name', 'media_type', 'size', 'created_at'])
        .where('owner_id', '=', userId)
        .where('status', 'in', ['processing', 'ready'])
        .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
        .orderBy('id')
        .limit(limit)
        .execute(),
    (row) => row.id,
  );
  for await (const { id, name, media_type, size, created_at } of rows) {
    yield {
      id,
      name,
      mediaType: media_type,
      size,
      url: fileUrl(id),
      createdAt: created_at.toISOString(),
    };
  }
}
