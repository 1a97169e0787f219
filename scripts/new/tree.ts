import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A name or a tree that the command does not accept; the message says why. */
export class Rejected extends Error {}

/** The repository with planned changes, none of which is written before all are known. */
export class Tree {
  readonly root: string;
  readonly #before = new Map<string, string | null>();
  readonly #after = new Map<string, string>();

  constructor(root: string) {
    this.root = root;
  }

  /** The planned or present content of a file; null if there is none. */
  async find(file: string): Promise<string | null> {
    const planned = this.#after.get(file);
    if (planned !== undefined) return planned;
    const present = await readFile(path.join(this.root, file), 'utf8').catch(() => null);
    this.#before.set(file, present);
    return present;
  }

  async read(file: string): Promise<string> {
    const content = await this.find(file);
    if (content === null) throw new Rejected(`There is no ${file}.`);
    return content;
  }

  /** The files of a folder and of those in it; none if there is no such folder. */
  async list(folder: string): Promise<readonly string[]> {
    const entries = await readdir(path.join(this.root, folder), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => []);
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.relative(this.root, path.join(parentPath, name)))
      .toSorted();
  }

  /** Plans a new file. Throws `Rejected` if there is one. */
  async add(file: string, content: string): Promise<void> {
    if ((await this.find(file)) !== null) throw new Rejected(`${file} exists already.`);
    this.#after.set(file, content);
  }

  /** Plans a change of a file. Throws `Rejected` if the change finds no place in it. */
  async change(file: string, change: (content: string) => string): Promise<void> {
    const before = await this.read(file);
    const after = change(before);
    if (after === before) throw new Rejected(`${file} has no place for the new line.`);
    this.#after.set(file, after);
  }

  /** Writes and formats all planned files, or none. Returns their names. */
  async write(): Promise<readonly string[]> {
    const files = [...this.#after.keys()];
    try {
      for (const [file, content] of this.#after) {
        await mkdir(path.dirname(path.join(this.root, file)), { recursive: true });
        await writeFile(path.join(this.root, file), content);
      }
      const { status, stderr } = spawnSync('node_modules/.bin/oxfmt', files, {
        cwd: this.root,
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`The new code cannot be formatted: ${stderr}`);
    } catch (error) {
      await this.#restore(files);
      throw error;
    }
    return files;
  }

  async #restore(files: readonly string[]): Promise<void> {
    for (const file of files) {
      const before = this.#before.get(file) ?? null;
      const where = path.join(this.root, file);
      await (before === null ? rm(where, { force: true }) : writeFile(where, before));
    }
  }
}
