import { body, on, OTHER_PASSWORD, PASSWORD, reason, type Step } from './steps.ts';

/** What changes or ends accounts and sessions. */
export const accountChanges: readonly Step[] = [
  [
    'register',
    (things) => ({
      body: { name: 'Нов член', email: `new-${things('run')}@x.bg`, password: PASSWORD },
    }),
  ],
  ['sendConfirmation'],
  ['confirmEmail', (things) => ({ body: { token: things.mailed() } })],
  [
    'changeEmail',
    (things) => ({ body: { currentPassword: PASSWORD, email: `changed-${things('run')}@x.bg` } }),
  ],
  ['confirmNewEmail', (things) => ({ body: { token: things.mailed() } })],
  ['undoEmailChange', (things) => ({ body: { token: things.mailed(), password: PASSWORD } })],
  ['forgotPassword', (things) => ({ body: { email: things('other-mail') } })],
  ['resetPassword', (things) => ({ body: { token: things.mailed(), password: OTHER_PASSWORD } })],
  [
    'login',
    (things) => ({ body: { email: things('other-mail'), password: OTHER_PASSWORD } }),
    { other: 'user.id', 'other-token': 'accessToken', 'other-refresh': 'refreshToken' },
  ],
  [
    'refresh',
    (things) => ({ body: { refreshToken: things('other-refresh') } }),
    { 'other-token': 'accessToken' },
  ],
  ['setUpTotp', body({ currentPassword: OTHER_PASSWORD }, 'other'), { secret: 'secret' }],
  [
    'confirmTotp',
    (things) => ({ as: 'other', body: { code: things.code(things('secret')) } }),
    { recovery: 'recoveryCodes.0' },
  ],
  ['askToAddPasskey', body({}, 'other'), { 'passkey-challenge': 'options.challenge' }],
  [
    'addPasskey',
    (things) => ({
      as: 'other',
      body: {
        name: 'Телефон',
        created: things.passkey.create({ challenge: things('passkey-challenge') }),
      },
    }),
    { passkey: 'passkey.id' },
  ],
  ['askForPasskey', undefined, { 'passkey-challenge': 'options.challenge' }],
  [
    'signInWithPasskey',
    (things) => ({
      body: { assertion: things.passkey.sign({ challenge: things('passkey-challenge') }) },
    }),
  ],
  [
    'login',
    (things) => ({ body: { email: things('other-mail'), password: OTHER_PASSWORD } }),
    { challenge: 'secondStep.challenge', 'passkey-challenge': 'secondStep.passkey.challenge' },
  ],
  [
    'finishWithRecoveryCode',
    (things) => ({ body: { challenge: things('challenge'), code: things('recovery') } }),
  ],
  [
    'login',
    (things) => ({ body: { email: things('other-mail'), password: OTHER_PASSWORD } }),
    { challenge: 'secondStep.challenge', 'passkey-challenge': 'secondStep.passkey.challenge' },
  ],
  [
    'finishWithPasskey',
    (things) => ({
      body: {
        challenge: things('challenge'),
        assertion: things.passkey.sign({ challenge: things('passkey-challenge') }),
      },
    }),
  ],
  [
    'login',
    (things) => ({ body: { email: things('other-mail'), password: OTHER_PASSWORD } }),
    { challenge: 'secondStep.challenge', 'passkey-challenge': 'secondStep.passkey.challenge' },
  ],
  [
    'finishWithTotp',
    (things) => ({
      body: { challenge: things('challenge'), code: things.code(things('secret'), 30_000) },
    }),
  ],
  ['renamePasskey', on({ id: 'passkey' }, { name: 'Лаптоп' }, 'other')],
  ['removePasskey', on({ id: 'passkey' }, { currentPassword: OTHER_PASSWORD }, 'other')],
  ['renewRecoveryCodes', body({ currentPassword: OTHER_PASSWORD }, 'other')],
  ['removeTotp', body({ currentPassword: OTHER_PASSWORD }, 'other')],
  ['listSessions', body(undefined, 'other'), { session: 'sessions.0.id' }],
  ['revokeSession', on({ id: 'session' }, undefined, 'other')],
  [
    'changePassword',
    body({ currentPassword: OTHER_PASSWORD, newPassword: 'silver-door-1130' }, 'other'),
  ],
  ['logout', body({}, 'other')],
  ['changeRole', on({ userId: 'other' }, { role: 'moderator' })],
  ['signUserOut', on({ userId: 'other' }, { reason })],
  ['deleteUser', on({ userId: 'other' }, { reason })],
  ['logoutEverywhere', body(undefined, 'moderator')],
  [
    'login',
    (things) => ({ body: { email: things('owner-mail'), password: PASSWORD } }),
    { 'owner-token': 'accessToken' },
  ],
  ['deleteAccount', body({ currentPassword: PASSWORD })],
];
