export { absent } from './presence.ts';
export type { ChannelSource, MissedFrame, Realtime, SeenChannel } from './realtime.ts';
export { registerRealtime } from './register-realtime.ts';
export { createTeller, type Teller, type UserTeller } from './teller.ts';
