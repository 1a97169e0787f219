import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from './engines/engine-journey.ts';
import { engines } from './engines/engines.ts';
import { fillRegistration, openAsMember } from './engines/sign-up.ts';
import { startSlowUplink } from './engines/slow-uplink.ts';
import { the, type Visitor } from './engines/visitor.ts';
import { PASSWORD } from './new-member.ts';
import { pngImage } from './png-image.ts';
import { wordOfItsOwn } from './word-of-its-own.ts';

const MEBIBYTE = 1024 * 1024;
/** WebKitGTK makes its window a little wider. */
const PHONE = { width: 360, height: 740 };

const heading = (name: string | RegExp) => the('heading', name);
const composer = the('textbox', /^Message /);
const messages = the('region', 'Messages');
const message = (text: string) => ({
  ...the('article', undefined, messages),
  has: new RegExp(text),
});

const write = async (visitor: Visitor, text: string): Promise<void> => {
  await visitor.fill(composer, text);
  await visitor.key('Enter');
};

const seeText = (visitor: Visitor, text: RegExp): Promise<void> =>
  visitor.until(`the text ${text}`, async () =>
    text.test(await visitor.run(() => document.body.innerText)),
  );

test('a session begins, ends, and begins again at the same page', async ({ arrive }) => {
  const visitor = await arrive();
  await visitor.open('/settings');
  await visitor.at(/^\/login\?from=%2Fsettings$/);
  await visitor.press(the('link', 'Create account', the('main')));
  const email = await fillRegistration(visitor, 'Mila Petrova');
  await visitor.at(/^\/settings$/);
  await visitor.see(heading('Settings'));

  // As after eight days of sleep: both tokens have run out.
  await visitor.run(() => {
    localStorage.setItem('accessTokenExpiration', String(Date.now()));
    localStorage.setItem('refreshToken', 'run out');
    // The page may notice before its user reloads it, as a tab does that awakes.
    document.dispatchEvent(new Event('visibilitychange'));
    return '';
  });
  await visitor.reload();
  await visitor.at(/^\/login\?from=%2Fsettings$/);
  await seeText(visitor, /Your session has expired\. Please log in again\./);
  await visitor.fill(the('textbox', /^Email/, the('main')), email);
  await visitor.fill(the('textbox', /^Password/, the('main')), PASSWORD);
  await visitor.press(the('button', 'Sign in', the('main')));
  await visitor.at(/^\/settings$/);
  await visitor.see(heading('Settings'));
});

test('a deal with pictures is posted and found', async ({ arrive }, info) => {
  const visitor = await arrive();
  // Other journeys search for bicycles and count sports meanwhile.
  const title = `Грамофон ${wordOfItsOwn()}`;
  const photos = [1, 2, 3].map((number) => info.outputPath(`photo-${number}.png`));
  for (const [index, photo] of photos.entries())
    await writeFile(photo, pngImage([60 * index, 140, 40 * index]));
  await openAsMember(visitor, 'Mila Petrova', '/post');
  await visitor.see(heading('Post a deal'));
  await visitor.chooseFiles('input[type=file]', photos);
  await visitor.fill(the('textbox', /^Title/), title);
  await visitor.choose(the('combobox', /^Category/), 'Other');
  await visitor.fill(the('textbox', /^Price in euro/), '149,90');
  await visitor.fill(the('combobox', /^Town or province/), 'Plovd');
  await visitor.see(the('option', undefined, the('listbox', 'Places')));
  await visitor.key('ArrowDown');
  await visitor.key('Enter');
  await visitor.press(the('button', 'Post the deal'));
  await visitor.at(/^\/deals\/\d+$/);
  await visitor.see(heading(title));
  const photo = the('img', `${title}, picture 1 of 3`);
  await visitor.until('the picture', async () => {
    return Number(await visitor.property(photo, 'naturalWidth')) > 0;
  });
  await visitor.open(`/deals?q=${encodeURIComponent(title)}`);
  await visitor.see(the('link', title));
});

test('two people talk, with a picture and a voice message', async ({
  arrive,
  engineName,
}, info) => {
  const [ann, boris] = [await arrive(), await arrive()];
  await boris.resize(PHONE);
  const names = { ann: `Ann ${wordOfItsOwn()}`, boris: `Boris ${wordOfItsOwn()}` };
  await openAsMember(boris, names.boris, '/chat');
  await boris.see(composer);
  await openAsMember(ann, names.ann, '/chat');
  await ann.press(the('button', 'New direct message'));
  const dialog = the('dialog', 'New direct message');
  await ann.fill(the('textbox', 'Name of the person', dialog), names.boris);
  await ann.press(the('button', new RegExp(names.boris), dialog));
  await ann.see(heading(new RegExp(names.boris)));
  await write(ann, 'Hello Boris');

  await boris.press(the('button', /^Menu/));
  await boris.press(the('link', new RegExp(names.ann)));
  await boris.see(message('Hello Boris'));
  await write(boris, 'Добро утро 🙂');
  await ann.see(message('Добро утро 🙂'));
  await ann.see({ ...message('Hello Boris'), has: /Seen/ });

  const photoFile = info.outputPath('tent.png');
  await writeFile(photoFile, pngImage([20, 120, 200]));
  await ann.chooseFiles('input[type=file][multiple]', [photoFile]);
  await write(ann, 'Mine looks so');
  await boris.see(the('button', 'Open picture tent.png', message('Mine looks so')));

  await ann.press(the('button', 'Record a voice message'));
  const recorder = the('group', 'Record a voice message');
  const isUnable = async () =>
    /This browser cannot record sound\./.test(await ann.run(() => document.body.innerText));
  const isRecording = async () =>
    (await ann.texts(the('timer', undefined, recorder))).some((text) => /0:0[1-9]/.test(text));
  await ann.until(
    'a recording, or why there is none',
    async () => (await isUnable()) || isRecording(),
  );
  if (!engines[engineName].recordsSound && (await isUnable())) return;
  expect(await isRecording()).toBe(true);
  await ann.press(the('button', 'Send', recorder));
  const player = the('group', 'Voice message', messages);
  // Its length; Firefox plays nothing on a machine without a device for sound.
  await boris.see({ ...player, has: /0:0[1-9]/ });
});

test('an upload goes on after a reload', async ({ arrive }, info) => {
  // The system takes some megabytes more into the buffers of a connection that is read fast.
  const uplink = await startSlowUplink(process.env['PRODUCT_URL'] ?? '', MEBIBYTE / 4);
  const visitor = await arrive(uplink.url);
  const file = info.outputPath('large.bin');
  await writeFile(file, randomBytes(6 * MEBIBYTE));
  await openAsMember(visitor, 'Mila Petrova', '/chat');
  await visitor.see(composer);
  await visitor.chooseFiles('input[type=file][multiple]', [file]);
  await write(visitor, 'All of it');
  const row = { ...the('listitem', undefined, the('region', 'Upload Manager')), has: /large\.bin/ };
  await visitor.see({ ...row, has: /large\.bin.*Uploading/ });
  await visitor.reload();
  await visitor.see({ ...row, has: /large\.bin.*Uploading/ });
  uplink.release();
  const download = the('link', /^Download large\.bin/, message('All of it'));
  await visitor.see(download);
  const size = await visitor.run(
    async (url) => String((await (await fetch(url)).blob()).size),
    await visitor.attribute(download, 'href'),
  );
  expect(size).toBe(String(6 * MEBIBYTE));
  await uplink.close();
});
