import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '#test/free-port.ts';
import { skipAloud } from '#test/services/skip-aloud.ts';
import * as z from 'zod/mini';
import { defineTopic } from './bus.ts';
import { createLogger } from './logger.ts';
import { connectNatsBus, type NatsBus } from './nats-bus.ts';

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
    const gone = once(nats, 'exit');
    nats.kill('SIGKILL');
    await gone;
  };
  const connect = async (): Promise<NatsBus> => {
    const bus = await vi.waitFor(
      () => connectNatsBus([`nats://127.0.0.1:${port}`], createLogger('silent')),
      { timeout: 30_000 },
    );
    buses.push(bus);
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
    const heard: string[] = [];
    one.subscribe(noted, ({ name }) => heard.push(`one ${name}`));
    other.subscribe(noted, ({ name }) => heard.push(`other ${name}`));
    // A subscription works once the server has it, so the first message may be too early.
    await vi.waitFor(
      () => {
        heard.length = 0;
        one.publish(noted, { name: 'a' });
        return vi.waitFor(() => expect(heard).toContain('other a'), { timeout: 200 });
      },
      { timeout: 30_000 },
    );
    expect(heard.filter((line) => line === 'one a')).toHaveLength(1);

    await stopNats();
    await expect.poll(() => one.health().status).toBe('degraded');
    heard.length = 0;
    one.publish(noted, { name: 'b' });
    expect(heard).toEqual(['one b']);

    startNats();
    await expect.poll(() => one.health().status).toBe('healthy');
    await vi.waitFor(
      () => {
        one.publish(noted, { name: 'c' });
        return vi.waitFor(() => expect(heard).toContain('other c'), { timeout: 200 });
      },
      { timeout: 30_000 },
    );
  });
});
