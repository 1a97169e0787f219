import { searchTextOf, type findEverywhere as call } from '@izgodno/contract/chat/find-calls';
import type { Attachment } from '@izgodno/contract/chat/message';
import type { ChatCall } from '../chat-context.ts';
import { presentMessage } from '../messages/message-rows.ts';
import { matchedWords, textsOf } from './matched-words.ts';
import { hasOperators, readFilter } from './message-filter.ts';
import { findFiltered } from './search-messages.ts';

/** Of so many messages with the words, files are listed whose own names have them. */
const NAMED_AMONG = 100;

/** Messages, files and deals by one text, each in the order that the caller asks for. */
export const findEverywhere: ChatCall<typeof call> = async (chat, { query, user }) => {
  const wanted = searchTextOf(query);
  const { limit, order } = query;
  const page = { byRelevance: order === 'relevance', limit };
  const isAboutDeals = wanted.words !== '' && !hasOperators(wanted);
  const isAboutMessages = wanted.words !== '' || hasOperators(wanted);
  const has = [...wanted.has, 'file'] as const;
  const words = chat.words.query(wanted.words);
  // An image is a file, so the messages are those whose files are found.
  const isAboutFiles = wanted.has.includes('file') || wanted.has.includes('image');
  const isWanted = ({ isPlaceholder, mimeType, fileName }: Attachment): boolean =>
    !isPlaceholder &&
    (!wanted.has.includes('image') || mimeType.startsWith('image/')) &&
    (words === null || words.foundIn(fileName).every((found) => found.length > 0));
  const findInChat = async () => {
    const filter = await readFilter(chat, user.id, { wanted: { ...wanted, has } });
    if (filter === null) return { messages: [], withFiles: [] };
    const [withFiles, messages] = await Promise.all([
      findFiltered(chat.database, filter, {
        ...page,
        limit: words === null ? limit : NAMED_AMONG,
      }),
      isAboutMessages && !isAboutFiles
        ? findFiltered(chat.database, { ...filter, has: wanted.has }, page)
        : [],
    ]);
    return { messages: isAboutFiles ? withFiles.slice(0, limit) : messages, withFiles };
  };
  const [{ messages, withFiles }, deals] = await Promise.all([
    findInChat(),
    isAboutDeals ? chat.findDeals(wanted.words, order === 'time' ? 'newest' : order, limit) : [],
  ]);
  const files = withFiles
    .map(presentMessage)
    .flatMap((message) => message.attachments.filter(isWanted).map((file) => ({ file, message })))
    .slice(0, limit);
  const found = messages.map(presentMessage);
  const matched = matchedWords(words, [
    ...[...found, ...files.map(({ message }) => message)].flatMap(textsOf),
    ...deals.map(({ title }) => title),
  ]);
  return { messages: found, files, deals, matched };
};
