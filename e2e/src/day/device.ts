import { expect, type CDPSession, type Locator, type Page } from '@playwright/test';
import type { Random } from '@izgodno/demo/random';
import { openDrawer, sidebar } from '../drawer.ts';
import { pngImage } from '../png-image.ts';
import { coveredControls } from './covered-controls.ts';
import { inTime, PATIENCE_MS } from './patience.ts';

export interface Room {
  readonly id: string;
  readonly name: string;
}

interface Sent {
  readonly roomId: string;
  readonly text: string;
}

/** A click on what is visible takes less, unless it goes away. */
const CLICK_MS = 5_000;

const words = ['оферта', 'палатка', 'утре', 'цена', 'колело', 'да', 'не', 'снимка', 'доставка'];

/** The pause between two keys, in milliseconds. */
const KEY_PAUSE_MS = 15;
/** A session that was just refreshed is not refreshed again (the cooldown is 60 s). */
const EXPIRY_PAUSE_MS = 90_000;

/** A browser of one user, and what a person does in it. */
export class Device {
  readonly name: string;
  readonly page: Page;
  /** The messages that it has sent, in order. */
  readonly sent: Sent[] = [];
  /** How often each act was played. */
  readonly played = new Map<string, number>();
  readonly #rooms: readonly Room[];
  readonly #ownRooms: readonly Room[];
  readonly #random: Random;
  #devtools: CDPSession | null = null;
  #expiredAt = 0;
  #count = 0;

  /**
   * It reads all `rooms` and writes in `ownRooms` only, because two devices of one user share the
   * draft of a room.
   */
  constructor(
    name: string,
    page: Page,
    given: {
      readonly rooms: readonly Room[];
      readonly ownRooms: readonly Room[];
      readonly random: Random;
    },
  ) {
    this.name = name;
    this.page = page;
    this.#rooms = given.rooms;
    this.#ownRooms = given.ownRooms;
    this.#random = given.random;
  }

  /** Plays acts until the time, in epoch milliseconds. */
  async playUntil(end: number): Promise<void> {
    const acts = {
      write: () => this.#write(),
      read: () => this.#read(),
      leaveDraft: () => this.#leaveDraft(),
      upload: () => this.#upload(),
      loseNetwork: () => this.#loseNetwork(),
      sleep: () => this.#sleep(),
      expire: () => this.#expire(),
    };
    const weights: Readonly<Record<keyof typeof acts, number>> = {
      write: 8,
      read: 5,
      leaveDraft: 2,
      upload: 2,
      loseNetwork: 1,
      sleep: 1,
      expire: 1,
    };
    const urn = (
      ['write', 'read', 'leaveDraft', 'upload', 'loseNetwork', 'sleep', 'expire'] as const
    ).flatMap((name) => Array.from({ length: weights[name] }, () => name));
    while (Date.now() < end) {
      const name = this.#random.pick(urn);
      this.played.set(name, (this.played.get(name) ?? 0) + 1);
      await inTime(`${this.name}: ${name}`, acts[name]());
      await this.page.waitForTimeout(this.#random.whole(100, 1_200));
    }
  }

  /** Opens a room by the list of channels. */
  async open({ id, name }: Room): Promise<void> {
    // A choice soon after another is ignored, so it is repeated.
    await expect(async () => {
      if (!this.page.url().includes(id)) {
        if ((this.page.viewportSize()?.width ?? 0) <= 768) await openDrawer(this.page);
        await sidebar(this.page)
          .getByRole('link', { name: new RegExp(`^${name}`) })
          .click({ timeout: 2_000 });
      }
      expect(this.page.url()).toContain(id);
    }).toPass({ timeout: PATIENCE_MS });
    // The room before stays on the page until this one is rendered.
    await expect(
      this.page.getByRole('textbox', { name: `Message ${name}`, exact: true }),
    ).toBeVisible();
    await expect(this.page.locator('[aria-controls=sidebar][aria-expanded=true]')).toHaveCount(
      (this.page.viewportSize()?.width ?? 0) <= 768 ? 0 : 1,
    );
  }

  get #composer(): Locator {
    return this.page.getByRole('textbox', { name: /^Message / });
  }

  #text(): string {
    this.#count += 1;
    const said = Array.from({ length: this.#random.whole(1, 6) }, () => this.#random.pick(words));
    return `${this.name} ${this.#count} ${said.join(' ')}`;
  }

  /** Types a text as a person does, and expects each key in the field. */
  async #type(text: string): Promise<void> {
    await this.#composer.click();
    await this.page.keyboard.type(text, { delay: KEY_PAUSE_MS });
    expect(await this.#composer.inputValue(), `${this.name}: no key is lost`).toBe(text);
    expect(await coveredControls(this.page), `${this.name}: no control is covered`).toEqual([]);
  }

  async #send(room: Room): Promise<void> {
    const text = this.#text();
    await this.#type(text);
    // Enter breaks the line on a phone.
    await this.page.keyboard.press('Control+Enter');
    await expect(this.#composer).toHaveValue('');
    this.sent.push({ roomId: room.id, text });
  }

  async #write(): Promise<void> {
    const room = this.#random.pick(this.#ownRooms);
    await this.open(room);
    await this.#send(room);
  }

  async #read(): Promise<void> {
    await this.open(this.#random.pick(this.#rooms));
    const jump = this.page.getByRole('button', { name: /^Jump to the latest/ });
    if (!(await jump.isVisible())) return;
    // The list may reach its end by itself before the click.
    await jump.click({ timeout: CLICK_MS }).catch(() => expect(jump).toBeHidden());
  }

  /** A text that is not sent stays, while its writer looks elsewhere. */
  async #leaveDraft(): Promise<void> {
    const room = this.#random.pick(this.#ownRooms);
    await this.open(room);
    const text = this.#text();
    await this.#type(text);
    await this.open(this.#random.pick(this.#rooms.filter(({ id }) => id !== room.id)));
    await this.open(room);
    await expect(this.#composer, `${this.name}: the draft is kept`).toHaveValue(text);
    await this.#composer.fill('');
  }

  async #upload(): Promise<void> {
    const room = this.#random.pick(this.#ownRooms);
    await this.open(room);
    this.#count += 1;
    const name = `${this.name}-${this.#count}.png`;
    const buffer = pngImage([this.#random.whole(0, 255), 90, 120]);
    const file = { name, mimeType: 'image/png', buffer };
    await this.page.locator('input[type=file][multiple]').first().setInputFiles(file);
    await this.page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(this.page.getByRole('button', { name: `Open picture ${name}` })).toBeVisible();
    this.sent.push({ roomId: room.id, text: name });
  }

  /** Writes without a connection, which sends it later. */
  async #loseNetwork(): Promise<void> {
    const room = this.#random.pick(this.#ownRooms);
    await this.open(room);
    await this.page.context().setOffline(true);
    try {
      await this.#send(room);
      await this.page.waitForTimeout(this.#random.whole(500, 5_000));
    } finally {
      await this.page.context().setOffline(false);
    }
  }

  async #sleep(): Promise<void> {
    this.#devtools ??= await this.page.context().newCDPSession(this.page);
    const set = (state: 'frozen' | 'active') =>
      this.#devtools?.send('Page.setWebLifecycleState', { state });
    await set('frozen');
    await new Promise((resolve) => setTimeout(resolve, this.#random.whole(1_000, 6_000)));
    await set('active');
  }

  /** The access token runs out while the page is closed. */
  async #expire(): Promise<void> {
    if (Date.now() - this.#expiredAt < EXPIRY_PAUSE_MS) return;
    this.#expiredAt = Date.now();
    await this.page.evaluate(() => {
      localStorage.setItem('accessTokenExpiration', String(Date.now() - 60_000));
    });
    await this.page.reload();
    await expect(this.#composer).toBeVisible();
  }
}
