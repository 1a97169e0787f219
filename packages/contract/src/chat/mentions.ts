/** A mention of a user in the text of a message, with their id. */
export const MENTION = /<@([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})>/;
/** A mention of all members of the channel. */
export const MENTION_ALL = /<!channel>/;
