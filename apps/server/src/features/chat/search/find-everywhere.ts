import { searchTextOf, type findEverywhere as call } from '@izgodno/contract/chat/find-calls';
import type { ChatCall } from '../chat-context.ts';
import { presentMessage } from '../messages/message-rows.ts';
import { hasOperators, readFilter } from './message-filter.ts';
import { findFiltered } from './search-messages.ts';

/** Messages, files and deals by one text, each in the order that the caller asks for. */
export const findEverywhere: ChatCall<typeof call> = async (chat, { query, user }) => {
  const wanted = searchTextOf(query);
  const { limit, order } = query;
  const page = { byRelevance: order === 'relevance', limit };
  const isAboutDeals = wanted.words !== '' && !hasOperators(wanted);
  const isAboutMessages = wanted.words !== '' || hasOperators(wanted);
  const has = [...wanted.has, 'file'] as const;
  // An image is a file, so the messages are those whose files are found.
  const isAboutFiles = wanted.has.includes('file') || wanted.has.includes('image');
  const findInChat = async () => {
    const filter = await readFilter(chat, user.id, { wanted: { ...wanted, has } });
    if (filter === null) return { messages: [], withFiles: [] };
    const [withFiles, messages] = await Promise.all([
      findFiltered(chat.database, filter, page),
      isAboutMessages && !isAboutFiles
        ? findFiltered(chat.database, { ...filter, has: wanted.has }, page)
        : [],
    ]);
    return { messages: isAboutFiles ? withFiles : messages, withFiles };
  };
  const [{ messages, withFiles }, deals] = await Promise.all([
    findInChat(),
    isAboutDeals ? chat.findDeals(wanted.words, order === 'time' ? 'newest' : order, limit) : [],
  ]);
  const files = withFiles
    .map(presentMessage)
    .flatMap((message) =>
      message.attachments
        .filter(({ isPlaceholder }) => !isPlaceholder)
        .map((file) => ({ file, message })),
    );
  return { messages: messages.map(presentMessage), files: files.slice(0, limit), deals };
};
