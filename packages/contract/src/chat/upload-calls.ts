import * as z from 'zod/mini';
import { perAccount } from '../common/call-limit.ts';
import { defineCall } from '../common/call.ts';
import { MINUTE_MS } from '../common/durations.ts';
import { ATTACHMENTS_LIMIT } from './limits.ts';
import { fileUrlText, placeholderIdSchema } from './message-calls.ts';
import { messageParams } from './message.ts';

/**
 * What the sender's device knows of the files of a message while some still come: a finished one is
 * shown at once, as is that one does not come, and the others in the channel see the progress of the
 * rest. `updateFiles` follows after the last one.
 */
export const reportUploads = defineCall({
  method: 'POST',
  path: '/api/message/:id/uploads',
  summary: 'Say how far the uploads of a message are, and show those that are finished',
  access: 'member',
  limit: { cost: 1, rates: [perAccount(120, MINUTE_MS)] },
  audit: false,
  scope: 'chat:write',
  errors: ['message_deleted', 'not_a_member', 'person_unavailable'],
  params: messageParams,
  body: z.strictObject({
    files: z
      .array(
        z.strictObject({
          placeholderId: placeholderIdSchema,
          /** Percent, as the sender sees it. */
          progress: z.int().check(z.minimum(0), z.maximum(100)),
          /** Of a finished upload. */
          fileUrl: z.optional(fileUrlText),
          /** Of an upload that was cancelled or failed: its place is "not sent". */
          failed: z.optional(z.literal(true)),
        }),
      )
      .check(z.minLength(1), z.maxLength(ATTACHMENTS_LIMIT.maximum)),
  }),
  response: z.object({ success: z.literal(true) }),
});
