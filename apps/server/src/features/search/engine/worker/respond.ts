import { type DealSearch, InvalidCursorError } from '../../deal-search.ts';
import type { SegmentSearch } from '../index/segment-search.ts';
import type { Call, IndexResponse } from './messages.ts';
import { messageOf } from '#platform/message-of.ts';

/** Answers a call from an index; null if it is not loaded yet. */
export const respond = (
  index: Pick<SegmentSearch, keyof DealSearch> | null,
  request: Call,
): IndexResponse => {
  const { call } = request;
  try {
    if (index === null) throw new Error('The index is not loaded yet.');
    if (request.kind === 'suggest') {
      const suggestions = index.suggest(request.text, request.limit);
      return { kind: 'suggestions', call, suggestions };
    }
    const page = index.search(request.query, request.limit, request.cursor);
    return { kind: 'page', call, page };
  } catch (error) {
    const reason = error instanceof InvalidCursorError ? 'invalid_cursor' : 'failed';
    return { kind: 'refused', call, reason, message: messageOf(error) };
  }
};
