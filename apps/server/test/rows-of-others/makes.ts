import { createSoftAuthenticator } from '../soft-authenticator.ts';
import { body, note, on, PASSWORD, post, reason, say, uuid, type Step } from './steps.ts';

/** What exists when the calls that read are made. */
export const makes: readonly Step[] = [
  [
    'addFeed',
    (things) => ({
      body: { url: 'https://shop.example/feed.xml', id: `feed-${things('run')}`, name: 'Магазин' },
    }),
  ],
  ['createDeal', body(post), { deal: 'deal.id' }],
  ['createDeal', body({ ...post, title: 'Детска количка' }), { 'other-deal': 'deal.id' }],
  ['createDeal', body({ ...post, title: 'Кафемашина' }, 'other'), { 'foreign-deal': 'deal.id' }],
  ['createDeal', body({ ...post, title: 'Фотоапарат' }), { 'removed-deal': 'deal.id' }],
  ['createDeal', body({ ...post, title: 'Дървена маса' }), { 'deleted-deal': 'deal.id' }],
  [
    'createChannel',
    (things) => ({ body: { name: `Стая ${things('run')}`, kind: 'public' } }),
    { channel: 'channel.id' },
  ],
  [
    'createChannel',
    (things) => ({ body: { name: `Друга ${things('run')}`, kind: 'private' } }),
    { 'other-channel': 'channel.id' },
  ],
  ['addMember', on({ id: 'channel', userId: 'other' })],
  ['addMember', on({ id: 'channel', userId: 'other' }, undefined, 'other')],
  ['addMember', on({ id: 'channel', userId: 'moderator' })],
  ['openDirect', (things) => ({ body: { userIds: [things('other')] } }), { direct: 'channel.id' }],
  ['sendMessage', say('channel'), { message: 'message.id' }],
  ['sendMessage', say('channel', 'other'), { 'foreign-message': 'message.id' }],
  [
    'sendMessage',
    (things) => say('channel', 'other', { replyTo: things('message') })(things),
    { reply: 'message.id' },
  ],
  ['addReaction', on({ id: 'message', emoji: '=👍' }, undefined, 'other')],
  ['pinMessage', on({ id: 'message' })],
  ['saveMessage', on({ id: 'message' }, {})],
  ['followThread', on({ id: 'message' })],
  [
    'storeDraft',
    (things) => ({ body: { channelId: things('channel'), text: 'Чернова', version: 1 } }),
  ],
  ['createHook', on({ id: 'channel' }, { name: 'Кука' }), { hook: 'hook.id', 'hook-path': 'path' }],
  [
    'addComment',
    (things) => ({
      params: { id: things('deal') },
      body: { clientId: uuid(), text: 'Добра цена' },
    }),
    { comment: 'comment.id' },
  ],
  [
    'addComment',
    (things) => ({
      as: 'other',
      params: { id: things('deal') },
      body: { clientId: uuid(), text: 'Добра цена' },
    }),
    { 'foreign-comment': 'comment.id' },
  ],
  ['addFavorite', on({ id: 'foreign-deal' })],
  ['likeDeal', on({ id: 'foreign-deal' })],
  ['voteOnDeal', on({ id: 'foreign-deal' }, { value: 1 })],
  ['markExpired', on({ id: 'foreign-deal' })],
  ['viewDeal', on({ id: 'foreign-deal' })],
  ['setPriceAlert', on({ id: 'foreign-deal' }, { below: { amount: 5_00, currency: 'EUR' } })],
  ['saveSearch', body({ query: 'q=велосипед', name: 'Колело' }), { search: 'savedSearch.id' }],
  ['createDeal', body({ ...post, title: 'Велосипед за града' }, 'other'), { match: 'deal.id' }],
  ['createWebhook', body({ url: 'https://example.com/sold', events: ['deal.sold'] })],
  [
    'createWebhook',
    body({ url: 'https://example.com/in', events: ['message.posted'] }),
    { webhook: 'webhook.id' },
  ],
  ['testWebhook', on({ id: 'webhook' }), { delivery: 'deliveryId' }],
  [
    'createApiKey',
    body({ name: 'Ключ', scopes: ['deals:read'], currentPassword: PASSWORD }),
    { key: 'key.id' },
  ],
  ['watchPage', body({ url: 'https://example.com/p/1' }), { watched: 'page.id' }],
  [
    'addPushSubscription',
    body({
      endpoint: 'https://fcm.googleapis.com/fcm/send/1',
      keys: { p256dh: 'a'.repeat(87), auth: 'b'.repeat(22) },
    }),
  ],
  ['blockUser', on({ userId: 'spare' })],
  ['reportDeal', on({ id: 'foreign-deal' }, { reason: 'spam', note })],
  ['reportUser', on({ userId: 'other' }, { reason: 'spam', note })],
  ['reportMessage', on({ id: 'foreign-message' }, { reason: 'spam', note })],
  [
    'openDirect',
    (things) => ({
      as: 'other',
      body: { userIds: [things('owner')], dealId: things('other-deal') },
    }),
  ],
  ['sendMessage', say('direct', 'other')],
  [
    'sellDeal',
    (things) => ({ params: { id: things('other-deal') }, body: { buyerId: things('other') } }),
  ],
  ['rateSale', on({ id: 'other-deal' }, { stars: 5, text: 'Коректен' }, 'other')],
  ['rateSale', on({ id: 'other-deal' }, { stars: 4 })],
  ['listRatings', on({ id: 'owner' }, undefined, 'other'), { rating: 'ratings.0.id' }],
  ['setStatus', body({ availability: 'away', text: 'Обяд' })],
  ['moderateDeal', on({ id: 'removed-deal' }, { action: 'remove', reason })],
  ['listDecisions', undefined, { decision: 'decisions.0.id' }],
  ['appealDecision', on({ id: 'decision' }, { text: 'Не съм съгласен' })],
  ['subscribeNewsletter', (things) => ({ body: { email: things('owner-mail'), language: 'bg' } })],
  ['confirmNewsletter', (things) => ({ body: { token: things.mailed() } })],
  [
    'sendContact',
    (things) => ({
      body: { name: 'Мария', email: things('owner-mail'), text: 'Имам въпрос', clientId: uuid() },
    }),
  ],
  [
    'banMember',
    (things) => ({
      params: { id: things('channel'), userId: things('spare') },
      body: { reason: note },
    }),
  ],
  ['listNotices', undefined, { notice: 'notices.0.id' }],
  ['suspendUser', on({ userId: 'spare' }, { reason, until: '2100-01-01T00:00:00Z' })],
  ['setUpTotp', body({ currentPassword: PASSWORD }, 'moderator'), { 'other-secret': 'secret' }],
  [
    'confirmTotp',
    (things) => ({ as: 'moderator', body: { code: things.code(things('other-secret')) } }),
  ],
  ['askToAddPasskey', body({}, 'moderator'), { 'passkey-challenge': 'options.challenge' }],
  [
    'addPasskey',
    (things) => ({
      as: 'moderator',
      body: {
        name: 'Телефон',
        created: createSoftAuthenticator().create({ challenge: things('passkey-challenge') }),
      },
    }),
  ],
  ['login', (things) => ({ body: { email: things('moderator-mail'), password: PASSWORD } })],
  ['login', (things) => ({ body: { email: things('admin-mail'), password: 'wrong-password' } })],
  ['forgotPassword', (things) => ({ body: { email: things('admin-mail') } })],
  ['updateProfile', body({ about: 'Карам колело' })],
  ['updateSettings', body({ language: 'bg' })],
  ['setChannelPreferences', on({ id: 'channel' }, { starred: true })],
  ['updateChannel', on({ id: 'channel' }, { showsReaders: true })],
  [
    'reportReceived',
    (things) => ({
      as: 'other',
      body: { ranges: [{ channelId: things('channel'), from: 1, to: 2 }] },
    }),
  ],
  [
    'setNoticePreferences',
    body({
      preferences: { price_drop: { inApp: true, mail: false, push: false } },
      laterPreferences: { deal_comment: { inApp: true } },
    }),
  ],
  ['reportSearch', (things) => ({ body: { searchId: things('search-id'), rank: 1 } })],
  ['updateLocation', body({ source: 'ip-fallback' })],
];
