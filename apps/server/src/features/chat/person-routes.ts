import type { FastifyInstance } from 'fastify';
import * as calls from '@izgodno/contract/chat/person-calls';
import { addCall } from '#platform/http/add-call.ts';
import { absent } from '#features/realtime/api.ts';
import type { Realtime } from '#features/realtime/api.ts';
import type { PersonService } from './person-service.ts';

export const addPersonCalls = (
  app: FastifyInstance,
  people: PersonService,
  realtime: Realtime,
): void => {
  addCall(app, calls.getLastActiveChannel, async ({ params, user }) => ({
    lastActiveChannel: await people.lastActiveChannel(user, params.id),
  }));

  addCall(app, calls.getChatProfile, async ({ params, user }) => ({
    user: await people.profile(user, params.userId),
  }));

  // `interactionType` is only logged, because selecting a channel and viewing a message are stored
  // alike.
  addCall(app, calls.saveLastActiveMessage, async ({ params, body, user, request }) => {
    const { interactionType, lastActiveMessage } = body;
    await people.saveLastActive(user, {
      userId: params.userId,
      channelId: params.channelId,
      messageId: lastActiveMessage,
      at: new Date(body.timestamp),
    });
    request.log.debug({ channelId: params.channelId, interactionType }, 'last active message');
    return {};
  });

  addCall(app, calls.findPeople, async ({ query }) => ({ people: await people.find(query.q) }));

  addCall(app, calls.getPresence, async ({ query, user }) => {
    const [presence, hidden] = await Promise.all([
      people.presence(realtime.connectionStates(query.userId)),
      people.hiddenFrom([user.id], query.userId),
    ]);
    const unseen = hidden.get(user.id);
    return {
      presence: presence.map((seen) => (unseen?.has(seen.userId) ? absent(seen.userId) : seen)),
    };
  });

  addCall(app, calls.getStatus, async ({ user }) => ({
    status: await people.status(user.id),
  }));

  addCall(app, calls.setStatus, async ({ body, user }) => {
    await people.setStatus(user.id, body);
    realtime.statusChanged(user.id);
    return { status: await people.status(user.id) };
  });
};
