import type { FastifyInstance } from 'fastify';
import * as calls from '@izgodno/contract/chat/person-calls';
import { addCall } from '#platform/http/add-call.ts';
import { requireUser } from '#platform/http/authentication.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import type { PersonService } from './person-service.ts';

export const addPersonCalls = (
  app: FastifyInstance,
  people: PersonService,
  realtime: Realtime,
): void => {
  addCall(app, calls.getLastActiveChannel, async ({ params, request }) => ({
    lastActiveChannel: await people.lastActiveChannel(await requireUser(request), params.id),
  }));

  addCall(app, calls.getChatProfile, async ({ params, request }) => ({
    user: await people.profile(await requireUser(request), params.userId),
  }));

  // Selecting a channel and viewing a message are remembered alike: `interactionType` is for the log.
  addCall(app, calls.saveLastActiveMessage, async ({ params, body, request }) => {
    const { interactionType, lastActiveMessage } = body;
    await people.saveLastActive(await requireUser(request), {
      userId: params.userId,
      channelId: params.channelId,
      messageId: lastActiveMessage,
      at: new Date(body.timestamp),
    });
    request.log.debug({ channelId: params.channelId, interactionType }, 'last active message');
    return {};
  });

  addCall(app, calls.findPeople, async ({ query, request }) => {
    await requireUser(request);
    return { people: await people.find(query.q) };
  });

  addCall(app, calls.getPresence, async ({ query, request }) => {
    await requireUser(request);
    return { presence: await people.presence(realtime.connectionStates(query.userId)) };
  });

  addCall(app, calls.getStatus, async ({ request }) => ({
    status: await people.status((await requireUser(request)).id),
  }));

  addCall(app, calls.setStatus, async ({ body, request }) => {
    const who = await requireUser(request);
    await people.setStatus(who.id, body);
    realtime.statusChanged(who.id);
    return { status: await people.status(who.id) };
  });
};
