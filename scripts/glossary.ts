/** A concept, the one word that names it, and the words that must not. */
export interface Concept {
  readonly concept: string;
  readonly word: string;
  /** Words of a name in lower case; those of a phrase are joined with hyphens. */
  readonly refused?: readonly string[];
  /** Whole names of types. */
  readonly refusedTypes?: readonly string[];
  /** A type that one file declares. */
  readonly declaredOnce?: string;
}

/** One word a concept, in names of files, folders, declarations and texts. */
export const glossary: readonly Concept[] = [
  { concept: 'what the site lists', word: 'deal', refused: ['catalogue', 'catalogues'] },
  {
    concept: "a member's deal",
    word: 'post',
    refused: ['posting', 'postings', 'listing', 'listings', 'deal-post', 'own-deal', 'own-deals'],
  },
  { concept: "one source's price for a deal", word: 'offer', declaredOnce: 'Offer' },
  { concept: 'favourites, likes, views', word: 'engagement', refused: ['deal-marks'] },
  {
    concept: 'data kept in the browser',
    word: 'store, stored',
    refused: ['keeping', 'kept', 'keeper', '[a-z]+-keep$'],
  },
  { concept: 'work on reports', word: 'moderation', refused: ['judge', 'judging'] },
  { concept: "moderator's choice", word: 'decision', refused: ['verdict', 'verdicts'] },
  {
    concept: 'a member says that a deal expired',
    word: 'expired vote',
    refused: ['expired-mark', 'expired-marks'],
  },
  {
    concept: 'message to a user about deals',
    word: 'notice',
    refused: ['notifier', 'notifiers'],
  },
  {
    concept: 'configured origin of deals',
    word: 'source',
    refused: ['operations', 'deal-sources'],
  },
  {
    concept: 'town or district; where a reading goes on; where a thing is',
    word: 'location; cursor; position',
    refused: ['place', 'places'],
  },
  { concept: 'signed-in human', word: 'user', refused: ['person', 'persons', 'people'] },
  { concept: 'chat room', word: 'channel', refused: ['conversation', 'conversations'] },
  {
    concept: 'who wrote a message',
    word: 'sender',
    refused: ['author', 'authors'],
  },
  { concept: "caller's rights in a channel", word: 'ChannelContext', refused: ['standing'] },
  {
    concept: 'card of a link',
    word: 'link preview',
    refused: ['unfold', 'unfolds', 'unfolded', 'unfolding', 'unfolder'],
  },
  {
    concept: 'send to sockets',
    word: 'publish',
    refused: ['tell', 'tells', 'telling', 'teller'],
  },
  {
    concept: 'get from a socket or tab',
    word: 'receive, onMessage',
    refused: ['hear', 'hears', 'heard', 'hearer', 'hearers'],
  },
  { concept: 'informed of', word: 'notified', refused: ['told'] },
  { concept: 'what changed', word: 'change', refused: ['news'] },
  { concept: 'work limited to n at once', word: 'semaphore', refused: ['gate'] },
  {
    concept: 'waiting for a host; for the event loop; for slow mode',
    word: 'acquire; throttle; enforceSlowMode',
    refused: ['turn', 'turns'],
  },
  { concept: 'ends a subscription', word: 'Unsubscribe', refusedTypes: ['Stop'] },
  { concept: 'job run after deals change', word: 'runOnDealChanges', refused: ['wake'] },
  {
    concept: 'fetch before it is needed',
    word: 'prefetch',
    refused: ['ask-ahead', 'asking-ahead', 'look-ahead', 'looking-ahead'],
  },
  {
    concept: 'HTTP response',
    word: 'response',
    refused: ['answer', 'answers', 'answered', 'answering'],
  },
  { concept: 'wrong input', word: 'error', refused: ['fault', 'faults'] },
  {
    concept: 'say no',
    word: 'reject',
    refused: ['refuse', 'refuses', 'refused', 'refusing', 'refusal', 'refusals'],
  },
  { concept: 'no longer offered', word: 'unavailable', refused: ['gone'] },
  {
    concept: 'remove for good',
    word: 'erase; evict from a cache',
    refused: ['forget', 'forgets', 'forgotten', 'forgetting'],
  },
  { concept: 'who may read a file', word: 'FileAccessPolicy', refused: ['audience'] },
  { concept: 'taking in a file', word: 'UploadReceiver', refused: ['intake'] },
  { concept: 'IP; web address', word: 'ip; url', refused: ['address', 'addresses'] },
  {
    concept: 'still picture',
    word: 'image',
    refused: ['picture', 'pictures', 'picturing'],
  },
  {
    concept: 'text in a language',
    word: 'text',
    refused: ['message-key', 'message-keys', 'mail-words', 'notice-words'],
    refusedTypes: ['Words'],
  },
  {
    concept: 'word of a search',
    word: 'term',
    refused: ['search-word', 'search-words', 'query-word', 'query-words'],
  },
  { concept: 'daily salted id', word: 'pseudonym', refused: ['networks'] },
  { concept: 'HTML, site map, contact', word: 'site', refused: ['info-page', 'info-pages'] },
  { concept: 'database time', word: 'Timestamp', refusedTypes: ['Time'] },
  { concept: 'settings of a connector', word: 'FeedConfig', refusedTypes: ['Config'] },
  { concept: 'deal as a source gives it', word: 'MappedDeal', declaredOnce: 'DealDraft' },
  { concept: 'deep read-only type', word: 'DeepReadonly', declaredOnce: 'DeepReadonly' },
  { concept: 'channel and last version', word: 'SeenVersion', declaredOnce: 'SeenVersion' },
  {
    concept: 'request, match, pending call',
    word: 'Request, Match, PendingCall',
    refusedTypes: ['Asked', 'Found', 'Waiting'],
  },
];

interface OtherMeaning {
  readonly reason: string;
  readonly names: readonly string[];
}

/** Names with a refused word that mean another thing, or that the product's users rely on. */
export const otherMeanings: readonly OtherMeaning[] = [
  { reason: "the field of a package's manifest", names: ['readAuthor'] },
  {
    reason: 'an entry of an inverted index is a posting',
    names: [
      'posting',
      'postings',
      'Posting',
      'Postings',
      'PostingCursor',
      'PostingReader',
      'PostingWriter',
      'countPostings',
      'mergePostings',
      'readPostings',
    ],
  },
  {
    reason: 'a text key ends with an error code of the API',
    names: [
      'error.fileRefused',
      'error.fileTypeRefused',
      'error.passkeyRefused',
      'error.personUnavailable',
      'sources.error.SOURCE_REFUSES',
    ],
  },
  {
    reason: 'a text key ends with a kind or reason of the API',
    names: [
      'notice.own_deal_expired',
      'notice.own_deal_removed',
      'notices.kind.own_deal_expired',
      'notices.kind.own_deal_removed',
      'sources.reason.place_invalid',
    ],
  },
];
