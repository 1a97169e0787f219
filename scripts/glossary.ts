/** A concept, the one word that names it, and the words that it replaces. */
export interface Concept {
  readonly concept: string;
  readonly word: string;
  /** Words of a name in lower case; those of a phrase are joined with hyphens. */
  readonly replaces?: readonly string[];
  /** Whole names of types. */
  readonly replacesTypes?: readonly string[];
  /** A type that one file declares. */
  readonly declaredOnce?: string;
}

/** One word a concept, in names of files, folders, declarations, members and texts. */
export const glossary: readonly Concept[] = [
  { concept: 'what the site lists', word: 'deal', replaces: ['catalogue', 'catalogues'] },
  {
    concept: "a member's deal",
    word: 'post',
    replaces: ['posting', 'postings', 'listing', 'listings', 'deal-post', 'own-deal', 'own-deals'],
  },
  { concept: "one source's price for a deal", word: 'offer', declaredOnce: 'Offer' },
  { concept: 'favourites, likes, views', word: 'engagement', replaces: ['deal-marks'] },
  {
    concept: 'data kept in the browser',
    word: 'store, stored',
    replaces: ['keeping', 'kept', 'keeper', '[a-z]+-keep$'],
  },
  { concept: 'work on reports', word: 'moderation', replaces: ['judge', 'judging'] },
  { concept: "moderator's choice", word: 'decision', replaces: ['verdict', 'verdicts'] },
  {
    concept: 'a member says that a deal expired',
    word: 'expired vote',
    replaces: ['expired-mark', 'expired-marks'],
  },
  {
    concept: 'message to a user about deals',
    word: 'notice',
    replaces: ['notifier', 'notifiers'],
  },
  {
    concept: 'configured origin of deals',
    word: 'source',
    replaces: ['operations', 'deal-sources'],
  },
  {
    concept: 'town or district; where a reading goes on; where a thing is',
    word: 'location; cursor; position',
    replaces: ['place', 'places'],
  },
  { concept: 'signed-in human', word: 'user', replaces: ['person', 'persons', 'people'] },
  { concept: 'chat room', word: 'channel', replaces: ['conversation', 'conversations'] },
  {
    concept: 'who wrote a message',
    word: 'sender',
    replaces: ['author', 'authors'],
  },
  { concept: "caller's rights in a channel", word: 'ChannelContext', replaces: ['standing'] },
  {
    concept: 'card of a link',
    word: 'link preview',
    replaces: ['unfold', 'unfolds', 'unfolded', 'unfolding', 'unfolder'],
  },
  {
    concept: 'send to sockets',
    word: 'publish',
    replaces: ['tell', 'tells', 'telling', 'teller'],
  },
  {
    concept: 'get from a socket or tab',
    word: 'receive, onMessage',
    replaces: ['hear', 'hears', 'heard', 'hearer', 'hearers'],
  },
  { concept: 'informed of', word: 'notified', replaces: ['told'] },
  { concept: 'what changed', word: 'change', replaces: ['news'] },
  { concept: 'work limited to n at once', word: 'semaphore', replaces: ['gate'] },
  {
    concept: 'waiting for a host; for the event loop; for slow mode',
    word: 'acquire; throttle; enforceSlowMode',
    replaces: ['turn', 'turns'],
  },
  { concept: 'ends a subscription', word: 'Unsubscribe', replacesTypes: ['Stop'] },
  { concept: 'job run after deals change', word: 'runOnDealChanges', replaces: ['wake'] },
  {
    concept: 'fetch before it is needed',
    word: 'prefetch',
    replaces: ['ask-ahead', 'asking-ahead', 'look-ahead', 'looking-ahead'],
  },
  {
    concept: 'HTTP response',
    word: 'response',
    replaces: ['answer', 'answers', 'answered', 'answering'],
  },
  { concept: 'wrong input', word: 'error', replaces: ['fault', 'faults'] },
  {
    concept: 'say no',
    word: 'reject',
    replaces: ['refuse', 'refuses', 'refused', 'refusing', 'refusal', 'refusals'],
  },
  { concept: 'no longer offered', word: 'unavailable', replaces: ['gone'] },
  {
    concept: 'remove for good',
    word: 'erase; evict from a cache',
    replaces: ['forget', 'forgets', 'forgotten', 'forgetting'],
  },
  { concept: 'who may read a file', word: 'FileAccessPolicy', replaces: ['audience'] },
  { concept: 'taking in a file', word: 'UploadReceiver', replaces: ['intake'] },
  { concept: 'IP; web address', word: 'ip; url', replaces: ['address', 'addresses'] },
  {
    concept: 'still picture',
    word: 'image',
    replaces: ['picture', 'pictures', 'picturing'],
  },
  {
    concept: 'text in a language',
    word: 'text',
    replaces: ['message-key', 'message-keys', 'mail-words', 'notice-words'],
    replacesTypes: ['Words'],
  },
  {
    concept: 'word of a search',
    word: 'term',
    replaces: ['search-word', 'search-words', 'query-word', 'query-words'],
  },
  { concept: 'daily salted id', word: 'pseudonym', replaces: ['networks'] },
  { concept: 'HTML, site map, contact', word: 'site', replaces: ['info-page', 'info-pages'] },
  { concept: 'database time', word: 'Timestamp', replacesTypes: ['Time'] },
  { concept: 'settings of a connector', word: 'FeedConfig', replacesTypes: ['Config'] },
  { concept: 'deal as a source gives it', word: 'MappedDeal', declaredOnce: 'DealDraft' },
  { concept: 'deep read-only type', word: 'DeepReadonly', declaredOnce: 'DeepReadonly' },
  { concept: 'channel and last version', word: 'SeenVersion', declaredOnce: 'SeenVersion' },
  {
    concept: 'request, match, pending call',
    word: 'Request, Match, PendingCall',
    replacesTypes: ['Asked', 'Found', 'Waiting'],
  },
];
