import { sql } from 'kysely';

/** Why a delivery failed whose message is deleted, or in a channel that its owner is not in any more. */
export const MESSAGE_UNAVAILABLE = 'message_unavailable';

/**
 * The body of the delivery `d` of the webhook `w`, with a message's words and sender as they are now;
 * null if the owner cannot read the message any more. A trigger clears both when the delivery ends.
 */
export const presentBody = sql<string | null>`
  CASE WHEN d.event <> 'message.posted' THEN d.body ELSE (
    SELECT jsonb_set(jsonb_set(d.body::jsonb, '{data,text}', to_jsonb(m.text)),
                     '{data,sender,name}', to_jsonb(u.name))::text
      FROM messages m
      JOIN users u ON u.id = m.sender_id
      JOIN channel_members c ON c.channel_id = m.channel_id AND c.user_id = w.user_id
     WHERE m.id = (d.body::jsonb #>> '{data,id}')::uuid AND m.deleted_at IS NULL) END`;
