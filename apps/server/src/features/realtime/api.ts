export type { ChannelSource, MissedFrame } from './realtime-context.ts';
export type { Realtime } from './hub.ts';
export { absent } from './presence.ts';
export { Publisher } from './publisher.ts';
export { registerRealtime } from './register-realtime.ts';
