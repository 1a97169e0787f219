import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { portOf } from '#test/port-of.ts';
import { UndeliverableError, type Mailer } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';
import { rejectionOf } from './smtp-reply.ts';

interface Taken {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A mail server, and a mailer that sends through it. */
const startServer = async (
  options: SMTPServerOptions = {},
  account = '',
): Promise<{ readonly mailer: Mailer; readonly taken: Taken[] }> => {
  const taken: Taken[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      const from = mailFrom === false ? '' : mailFrom.address;
      const to = rcptTo.map(({ address }) => address);
      let raw = '';
      stream.on('data', (chunk: Buffer) => void (raw += chunk.toString('latin1')));
      stream.on('end', () => {
        taken.push({ from, to, raw });
        done();
      });
    },
    ...options,
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const port = portOf(server.server);
  const mailer = createSmtpMailer({
    url: `smtp://${account}127.0.0.1:${port}`,
    from: 'Изгодно <no-reply@izgodno.example>',
  });
  closers.push(
    () => mailer.close(),
    () => server.close(),
  );
  return { mailer, taken };
};

/** Encoded words of headers as text (RFC 2047). */
const decodeWords = (raw: string): string =>
  raw
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_, word: string) =>
      Buffer.from(word, 'base64').toString(),
    )
    .replaceAll(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_, word: string) =>
      decodeURIComponent(word.replaceAll('_', ' ').replaceAll('=', '%')),
    );

/** The parts of a mail as text, by their type. */
const partsOf = (raw: string): ReadonlyMap<string, string> =>
  new Map(
    raw.split(/^--.*$/m).flatMap((part) => {
      const [head = '', ...body] = part.trimStart().split('\r\n\r\n');
      const type = /Content-Type: (text\/\w+)/i.exec(head)?.[1];
      const encoding = /Content-Transfer-Encoding: (\S+)/i.exec(head)?.[1];
      const content = body.join('\r\n\r\n');
      if (type === undefined) return [];
      const bytes =
        encoding === 'base64'
          ? Buffer.from(content, 'base64')
          : Buffer.from(
              content
                .replaceAll('=\r\n', '')
                .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
                  String.fromCharCode(Number.parseInt(hex, 16)),
                ),
              encoding === 'quoted-printable' ? 'latin1' : 'utf8',
            );
      return [[type, bytes.toString()]];
    }),
  );

const mail = {
  kind: 'test' as const,
  to: 'maria@izgodno.example',
  subject: 'Цената на „Планински велосипед“ падна - Изгодно',
  text: 'Здравейте, Мария!\n\n100,00 € → 80,00 €',
};

test('a mail arrives as it was written, with its unsubscribe headers', async () => {
  const { mailer, taken } = await startServer();
  await mailer.send({
    ...mail,
    kind: 'notices',
    html: '<p>Здравейте, Мария!</p>',
    unsubscribeUrl: 'https://izgodno.example/api/notices/unsubscribe?token=abc',
  });
  const [one] = taken;
  expect(one).toMatchObject({ from: 'no-reply@izgodno.example', to: [mail.to] });
  const head = decodeWords(one?.raw ?? '');
  expect(head).toContain(`Subject: ${mail.subject}`);
  expect(head).toMatch(/^From: "?Изгодно"? <no-reply@izgodno\.example>\r$/m);
  expect(head).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(head).toMatch(/^List-Unsubscribe:\s+<https:\/\/izgodno\.example\/api\/\S+token=abc>\r$/m);
  expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  const parts = partsOf(one?.raw ?? '');
  expect(parts.get('text/plain')?.replaceAll('\r\n', '\n').trim()).toBe(mail.text);
  expect(parts.get('text/html')?.trim()).toBe('<p>Здравейте, Мария!</p>');
});

test('a reply goes to the visitor who wrote', async () => {
  const { mailer, taken } = await startServer();
  const email = 'mila@example.com';
  await mailer.send({
    ...mail,
    replyTo: { name: 'Мила\r\nBcc: x@izgodno.example', address: email },
  });
  const head = decodeWords(taken[0]?.raw ?? '');
  expect(head).toMatch(/^Reply-To: .*Мила.*<mila@example\.com>\r$/m);
  expect(head).not.toMatch(/^Bcc:/m);
});

test('a server that answers is verified; an unavailable one, or a wrong password, is not', async () => {
  const { mailer } = await startServer();
  await mailer.verify();
  const { mailer: locked } = await startServer(
    {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('no')),
    },
    'izgodno:wrong@',
  );
  await expect(locked.verify()).rejects.toThrow('Invalid login');
  const away = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from: 'a@izgodno.example' });
  closers.push(() => away.close());
  await expect(away.verify()).rejects.toThrow('ECONNREFUSED');
});

test('an email address given by a user adds neither recipients nor headers', async () => {
  const { mailer, taken } = await startServer();
  await mailer
    .send({
      ...mail,
      to: 'a@izgodno.example, b@izgodno.example\r\nBcc: c@izgodno.example',
      subject: 'x\r\nBcc: d@izgodno.example',
    })
    .catch(() => undefined);
  expect(taken.flatMap(({ to }) => to)).not.toContain('b@izgodno.example');
  expect(taken.map(({ raw }) => raw).join('')).not.toMatch(/^Bcc:/m);
});

test('signs in if the server asks for it', async () => {
  const seen: unknown[] = [];
  const { mailer, taken } = await startServer(
    {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        seen.push([username, password]);
        done(null, { user: username });
      },
    },
    'izgodno:p%40ss@',
  );
  await mailer.send(mail);
  expect(seen).toEqual([['izgodno', 'p@ss']]);
  expect(taken).toHaveLength(1);
});

/** A server that replies to a command with exactly this. */
const reject = (
  responseCode: number,
  text = 'no',
  command: 'onRcptTo' | 'onMailFrom' = 'onRcptTo',
): SMTPServerOptions => ({
  hideENHANCEDSTATUSCODES: true,
  [command]: (...[, , done]: Parameters<NonNullable<SMTPServerOptions['onRcptTo']>>) =>
    done(Object.assign(new Error(text), { responseCode })),
});

test.for(['5.1.1 No such user', '5.1.10 Null MX', '5.2.1 The mailbox is disabled'])(
  'an address that the server refuses is undeliverable: %s',
  async (text) => {
    const { mailer } = await startServer(reject(550, text));
    await expect(mailer.send(mail)).rejects.toThrow(UndeliverableError);
  },
);

test.for([
  [554, '5.7.1 <maria@izgodno.example>: Relay access denied'],
  [550, '5.1.0 <no-reply@izgodno.example>: Sender address rejected'],
  [550, '5.1.8 Domain of the sender not found'],
  [550, '5.4.5 Daily sending quota exceeded'],
  [550, 'relay not permitted'],
] as const)(
  'a refusal that may concern every mail is worth a retry: %i %s',
  async ([code, text]) => {
    const { mailer } = await startServer(reject(code, text));
    await expect(mailer.send(mail)).rejects.toThrow(text);
  },
);

const rejectionBy = async (options: SMTPServerOptions) => {
  const { mailer } = await startServer(options);
  return mailer.send(mail).then(() => 'sent', rejectionOf);
};

test('it is known whether a server refused one mail, and whether for good', async () => {
  expect(await rejectionBy(reject(550))).toBe('permanent');
  expect(await rejectionBy(reject(452))).toBe('temporary');
  expect(await rejectionBy(reject(550, 'no', 'onMailFrom'))).toBeNull();
  expect(
    await rejectionBy({
      onData: (stream) => void stream.on('data', () => stream.destroy()),
      onConnect: (_session, done) => done(new Error('busy')),
    }),
  ).toBeNull();
});

test('temporary errors are worth a retry: a busy or unavailable server', async () => {
  const { mailer } = await startServer(reject(450));
  await expect(mailer.send(mail)).rejects.not.toThrow(UndeliverableError);
  const away = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from: 'a@izgodno.example' });
  closers.push(() => away.close());
  await expect(away.send(mail)).rejects.not.toThrow(UndeliverableError);
});

test('a refused account or sender concerns every mail, so a retry makes sense', async () => {
  const { mailer: locked } = await startServer(
    {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('no')),
    },
    'izgodno:wrong@',
  );
  await expect(locked.send(mail)).rejects.not.toThrow(UndeliverableError);
  const { mailer: unknown } = await startServer(reject(550, '5.1.1 No such user', 'onMailFrom'));
  await expect(unknown.send(mail)).rejects.not.toThrow(UndeliverableError);
});

/** A mailer, and a mail server whose first connection gets replies without an end to one command. */
const startTrickling = async (stuckAt: string, limitMs: number) => {
  const counts = { connections: 0, open: 0, recipients: 0 };
  const server = createServer((socket) => {
    counts.connections += 1;
    counts.open += 1;
    const isStuck = counts.connections === 1;
    socket.on('error', () => {});
    socket.on('close', () => void (counts.open -= 1));
    socket.write('220 ready\r\n');
    socket.on('data', (data) => {
      const text = data.toString();
      if (!isStuck || !text.startsWith(stuckAt)) {
        if (text.startsWith('RCPT')) counts.recipients += 1;
        const reply = text.startsWith('DATA') ? '354 go on\r\n' : '250 fine\r\n';
        return void setTimeout(() => socket.write(reply), 20);
      }
      const timer = setInterval(() => socket.write('250-not yet\r\n'), 10);
      socket.on('close', () => clearInterval(timer));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  const url = `smtp://127.0.0.1:${port}`;
  const mailer = createSmtpMailer({ url, from: 'no-reply@izgodno.example', limitMs });
  closers.push(
    () => mailer.close(),
    () => server.close(),
  );
  return { mailer, counts };
};

test('a server that never ends its replies fails a mail, and no other', async () => {
  const { mailer, counts } = await startTrickling('MAIL', 2_000);
  const stuck = mailer.send(mail).catch((error: unknown) => error);
  await sleep(1_850);
  // Some wait for a connection when the first mail is late.
  await Promise.all(Array.from({ length: 12 }, () => mailer.send(mail)));
  expect(await stuck).toEqual(new Error('The mail server took longer than 2 s.'));
  expect(counts.recipients).toBe(12);
  mailer.close();
  await expect.poll(() => counts.open).toBe(0);
});

test('a check of a server that never ends its replies fails', async () => {
  const { mailer } = await startTrickling('EHLO', 300);
  await expect(mailer.verify()).rejects.toThrow('no answer within');
});
