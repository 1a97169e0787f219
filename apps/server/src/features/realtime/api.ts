export type { ChannelSource, MissedFrame } from './realtime-context.ts';
export { deliveries } from './connection.ts';
export { Publisher, type Realtime } from './hub.ts';
export { absent } from './presence.ts';
export { registerRealtime } from './register-realtime.ts';
export { channelTopic } from './topics.ts';
