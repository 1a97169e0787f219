import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '#test/free-port.ts';
import { skipAloud } from '#test/services/skip-aloud.ts';
import * as z from 'zod/mini';
import { defineTopic, type Scope } from './bus.ts';
import { createLogger } from './logger.ts';
import { openNatsBus, type NatsBus } from './nats-bus.ts';

const noted = defineTopic('test.noted', z.object({ name: z.string() }));

const hasNats = spawnSync('nats-server', ['--version']).status === 0;
if (!hasNats) skipAloud('the bus over NATS', 'Install nats-server.');

describe.skipIf(!hasNats)('nodes over NATS', () => {
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
      await vi.waitFor(() =>
        expect(received).toEqual(expect.arrayContaining([`follower ${marker}`, `other ${marker}`])),
      );
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
});
