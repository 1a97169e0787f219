// The paths of calls that pages make first. Constants of their own, because the application requests
// them before it has loaded the schemas of the calls.

export const ME_PATH = '/api/auth/me';
export const CHANNELS_PATH = '/api/channels';
export const CHAT_PROFILE_PATH = '/api/users/:userId/profile';
export const LAST_ACTIVE_CHANNEL_PATH = '/api/users/:id/lastActiveChannel';
