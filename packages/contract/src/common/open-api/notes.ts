import { chatRates } from '../../chat/limits.ts';

const repetition =
  '`clientId` is the client’s own id of it, for repetition if no response came: the same id makes nothing twice.';

const { message, messageInChannel } = chatRates;
const inWords = ({ tries, windowMs }: { readonly tries: number; readonly windowMs: number }) =>
  `${tries} in ${windowMs / 1_000} seconds`;

/**
 * What OpenAPI says of a call beside what follows from its parts, by the name of the call. It is not
 * with the calls, because browsers load them.
 */
export const notes: Readonly<Record<string, string>> = {
  createDeal:
    '`clientId` is the client’s own id of the post, for repetition if no response came: the content given last under the id changes nothing if it is sent again, and the response has the deal as it is now, also after other changes; other content under the id corrects the post.',
  sendMessage: `${repetition} The response has the message as it was stored first. In one channel a member sends at most ${inWords(messageInChannel)}, and in all of them ${inWords(message)}; a repetition does not count.`,
  forwardMessage: repetition,
  postByHook: repetition,
  addComment: repetition,
};
