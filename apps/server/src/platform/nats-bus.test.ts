import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '#test/free-port.ts';
import {
  hasNatsServer,
  NATS_USER,
  provideNatsServer,
  withNatsUser,
} from '#test/services/nats-server.ts';
import * as z from 'zod/mini';
import { defineTopic, type Scope } from './bus.ts';
import { createLogger } from './logger.ts';
import { openNatsBus, type NatsBus } from './nats-bus.ts';

const noted = defineTopic('test.noted', z.object({ name: z.string() }));

/** Closed when the test ends. */
const open = (url: string): NatsBus => {
  const bus = openNatsBus([url], createLogger('silent'));
  onTestFinished(() => bus.close());
  return bus;
};

describe.skipIf(!hasNatsServer('the bus over NATS'))('nodes over NATS', () => {
  let port = 0;
  let nats: ChildProcess;
  const buses: NatsBus[] = [];

  const startNats = (): void => {
    nats = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  };
  const stopNats = async (): Promise<void> => {
    const exit = once(nats, 'exit');
    nats.kill('SIGKILL');
    await exit;
  };
  const connect = async (): Promise<NatsBus> => {
    const bus = openNatsBus([`nats://127.0.0.1:${port}`], createLogger('silent'));
    buses.push(bus);
    await expect.poll(() => bus.health().status, { timeout: 30_000 }).toBe('healthy');
    return bus;
  };

  beforeAll(async () => {
    port = await freePort();
    startNats();
  });
  afterAll(async () => {
    await Promise.all(buses.map((bus) => bus.close()));
    await stopNats();
  });

  test("receive each other's and their own messages, each once, and again after the servers were down", async () => {
    const [one, other] = [await connect(), await connect()];
    const received: string[] = [];
    one.subscribe(noted, ({ name }) => received.push(`one ${name}`));
    other.subscribe(noted, ({ name }) => received.push(`other ${name}`));
    // A subscription works once the server has it, so the first message may be too early.
    await vi.waitFor(
      () => {
        received.length = 0;
        one.publish(noted, { name: 'a' });
        return vi.waitFor(() => expect(received).toContain('other a'), { timeout: 200 });
      },
      { timeout: 30_000 },
    );
    expect(received.filter((line) => line === 'one a')).toHaveLength(1);

    await stopNats();
    await expect.poll(() => one.health().status).toBe('degraded');
    received.length = 0;
    one.publish(noted, { name: 'b' });
    expect(received).toEqual(['one b']);

    startNats();
    await expect.poll(() => one.health().status).toBe('healthy');
    await vi.waitFor(
      () => {
        one.publish(noted, { name: 'c' });
        return vi.waitFor(() => expect(received).toContain('other c'), { timeout: 200 });
      },
      { timeout: 30_000 },
    );
  });

  test('what is for a scope arrives at the nodes that follow it, and at no other', async () => {
    const [sender, follower, other] = [await connect(), await connect(), await connect()];
    const received: string[] = [];
    follower.subscribe(noted, ({ name }) => received.push(`follower ${name}`));
    other.subscribe(noted, ({ name }) => received.push(`other ${name}`));
    const here: string[] = [];
    const say = (name: string, scope?: Scope): void => sender.publish(noted, { name }, scope);
    sender.subscribe(noted, ({ name }) => here.push(name));
    /** Whatever was said before has arrived, because each connection keeps the order. */
    const receivedSince = async (marker: string): Promise<string[]> => {
      say(marker);
      await expect
        .poll(() => received)
        .toEqual(expect.arrayContaining([`follower ${marker}`, `other ${marker}`]));
      return received.splice(0).filter((line) => !line.endsWith(marker));
    };

    // Each is followed twice, by two listeners.
    await follower.follow(['channel-1', 'channel-2']);
    await follower.follow(['channel-1']);
    // The server confirms what it has, so the first message arrives.
    say('a', 'channel-1');
    say('b', 'channel-2');
    say('c', 'channel-3');
    expect(await receivedSince('first')).toEqual(['follower a', 'follower b']);
    expect(here).toEqual(['a', 'b', 'c', 'first']);

    follower.unfollow(['channel-1', 'channel-2']);
    say('d', 'channel-1');
    await follower.follow(['channel-4']);
    say('e', 'channel-2');
    expect(await receivedSince('second')).toEqual(['follower d']);

    await stopNats();
    await expect.poll(() => follower.health().status).toBe('degraded');
    // Without a server there is nothing to wait for.
    await follower.follow(['channel-5']);
    startNats();
    for (const bus of [sender, follower, other])
      await expect.poll(() => bus.health().status).toBe('healthy');
    await follower.follow(['channel-6']);
    say('f', 'channel-1');
    say('g', 'channel-5');
    expect(await receivedSince('third')).toEqual(['follower f', 'follower g']);
  });

  test('a node starts without a server, and reports one that hangs', async () => {
    const late = await freePort();
    const bus = openNatsBus([`nats://127.0.0.1:${late}`], createLogger('silent'));
    buses.push(bus);
    const received: string[] = [];
    bus.subscribe(noted, ({ name }) => received.push(name));
    expect(bus.health().status).toBe('degraded');
    bus.publish(noted, { name: 'own' });
    expect(received).toEqual(['own']);

    const server = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(late)], {
      stdio: 'ignore',
    });
    await expect.poll(() => bus.health().status, { timeout: 30_000 }).toBe('healthy');
    server.kill('SIGSTOP');
    await expect.poll(() => bus.health().status, { timeout: 30_000 }).toBe('degraded');
    server.kill('SIGCONT');
    await expect.poll(() => bus.health().status, { timeout: 30_000 }).toBe('healthy');
    server.kill('SIGKILL');
  }, 120_000);

  describe('with users', () => {
    const both = '"izgodno.>", "izgodno-to.>"';

    test('a node signs in as the user of the URL, or by its token', async () => {
      const server = await provideNatsServer();
      await server.start(withNatsUser(both));
      const bus = open(`nats://${NATS_USER}@${server.address}`);
      await expect.poll(() => bus.health(), { timeout: 20_000 }).toEqual({ status: 'healthy' });
      await server.start('authorization { token: "only-a-token" }');
      await expect
        .poll(() => bus.health(), { timeout: 20_000 })
        .toMatchObject({
          status: 'degraded',
          detail: expect.stringContaining('Authorization Violation'),
        });
      const holder = open(`nats://only-a-token@${server.address}`);
      await expect.poll(() => holder.health(), { timeout: 20_000 }).toEqual({ status: 'healthy' });
    }, 60_000);

    test('a server that refuses the user for a while is used again afterwards', async () => {
      const server = await provideNatsServer();
      await server.start('');
      const bus = open(`nats://${server.address}`);
      await expect.poll(() => bus.health(), { timeout: 20_000 }).toEqual({ status: 'healthy' });
      await server.start(withNatsUser(both));
      await expect
        .poll(() => bus.health(), { timeout: 20_000 })
        .toMatchObject({ detail: expect.stringContaining('Authorization') });
      // Some attempts more.
      await sleep(2_000);
      await server.start('');
      await expect.poll(() => bus.health(), { timeout: 20_000 }).toEqual({ status: 'healthy' });
    }, 60_000);

    test.for(['izgodno.>', 'izgodno-to.>'])(
      'a user without the right to %s is no healthy one, until the server grants it',
      { timeout: 60_000 },
      async (subject) => {
        const server = await provideNatsServer();
        await server.start(withNatsUser(both.replaceAll(subject, 'other.>')));
        const url = `nats://${NATS_USER}@${server.address}`;
        const [one, other] = [open(url), open(url)];
        await expect
          .poll(() => one.health(), { timeout: 20_000 })
          .toMatchObject({
            status: 'degraded',
            detail: expect.stringContaining('Permissions Violation'),
          });
        await server.start(withNatsUser(both));
        for (const bus of [one, other])
          await expect.poll(() => bus.health(), { timeout: 20_000 }).toEqual({ status: 'healthy' });
        const received: string[] = [];
        other.subscribe(noted, ({ name }) => received.push(name));
        await other.follow(['channel-1']);
        one.publish(noted, { name: 'to all' });
        one.publish(noted, { name: 'to some' }, 'channel-1');
        await expect.poll(() => received.toSorted()).toEqual(['to all', 'to some']);
      },
    );

    test('a tls: URL is not used without TLS', async () => {
      const server = await provideNatsServer();
      await server.start('');
      const bus = open(`tls://${server.address}`);
      await expect
        .poll(() => bus.health(), { timeout: 20_000 })
        .toMatchObject({
          status: 'degraded',
          detail: expect.stringContaining('tls'),
        });
    }, 60_000);
  });
});
