import { MAX_DEAL_MEDIA } from '@izgodno/contract/posts/calls';
import { explainLeftOut as explain } from '#core/uploads/browser/explain-left-out.ts';
import type { LeftOut } from '#core/uploads/browser/form-files.ts';

/** Says in lines why chosen files were left out. Throws if the texts for it cannot be loaded. */
export const explainLeftOut = (leftOut: LeftOut): Promise<readonly string[]> =>
  explain(leftOut, {
    area: 'posts',
    wrongKind: 'posts.mediaRejected.type',
    tooMany: 'posts.mediaRejected.too-many',
    maximum: MAX_DEAL_MEDIA,
  });
