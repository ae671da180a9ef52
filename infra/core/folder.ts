import { constants } from 'node:fs';
import { lstat, mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** A name that is not a path of a plain file inside its folder. */
class OutsideFolder extends Error {
  override readonly name = 'OutsideFolder';
}

/** What a part of a name may not be: empty, the folder itself or its parent, or with separators or characters that no file needs. */
const FORBIDDEN_PART = /^\.{0,2}$|[\\:\p{Cc}]/u;

/** A link at the end of a path is refused, and a pipe does not block the process. Windows has neither flag (undefined counts as 0). */
const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY, O_CREAT, O_TRUNC } = constants;
const FLAGS = { read: O_RDONLY, write: O_WRONLY | O_CREAT | O_TRUNC } as const;

/**
 * A folder whose file names come from a service or from another machine. This is the only way in which a command uses such a name: a
 * name never leads out of the folder, no link inside of it is followed, and only regular files are opened. Files can contain personal
 * data, so only their owner may read them.
 */
export class Folder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Opens a file, for writing with its parents. @throws OutsideFolder; Error of the file system, such as ENOENT */
  async open(name: string, use: keyof typeof FLAGS): Promise<FileHandle> {
    const path = await this.#locate(name, use === 'write');
    const handle = await open(path, FLAGS[use] | O_NOFOLLOW | O_NONBLOCK, 0o600).catch((error: unknown) =>
      refuse(name, error),
    );
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
    throw new OutsideFolder(`${name} is not a file.`);
  }

  /** Whether a file, folder, link or anything else has this name. @throws OutsideFolder */
  async exists(name: string): Promise<boolean> {
    const found = await lstat(await this.#locate(name, false)).catch(ignoreMissing);
    return found !== undefined;
  }

  /** Reads a whole file. @throws OutsideFolder; Error when it is longer than `maxBytes`, or of the file system */
  async read(name: string, maxBytes: number): Promise<Buffer> {
    await using handle = await this.open(name, 'read');
    const { size } = await handle.stat();
    if (size > maxBytes) throw new Error(`${name} has ${size} bytes, more than the ${maxBytes} allowed.`);
    return await handle.readFile();
  }

  /** Writes a whole file, renamed into place so that a reader never finds half of it. @throws OutsideFolder */
  async write(name: string, content: Buffer | string): Promise<void> {
    const part = `${name}.part`;
    {
      await using handle = await this.open(part, 'write');
      await handle.writeFile(content);
    }
    await rename(await this.#locate(part, false), await this.#locate(name, false));
  }

  /** Removes a file, or the link that has its name; a missing one is no error. @throws OutsideFolder */
  async remove(name: string): Promise<void> {
    await rm(await this.#locate(name, false), { force: true });
  }

  /** The path of a file, each of whose parents is a real folder. */
  async #locate(name: string, isCreating: boolean): Promise<string> {
    const parts = name.split('/');
    if (parts.some(part => FORBIDDEN_PART.test(part)))
      throw new OutsideFolder(`${name} is not the name of a file in ${this.path}.`);
    let path = this.path;
    for (const part of parts.slice(0, -1)) {
      path = join(path, part);
      if (isCreating) await mkdir(path, { mode: 0o700 }).catch(ignoreExisting);
      if (!(await lstat(path)).isDirectory())
        throw new OutsideFolder(`${name} is in a link, not in a folder.`);
    }
    return join(path, parts.at(-1) ?? '');
  }
}

/** A link at the end of the path is ELOOP; EMLINK on some systems. */
function refuse(name: string, error: unknown): never {
  if (readCode(error) === 'ELOOP' || readCode(error) === 'EMLINK')
    throw new OutsideFolder(`${name} is a link, not a file.`, { cause: error });
  throw error;
}

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

function ignoreExisting(error: unknown): void {
  if (readCode(error) !== 'EEXIST') throw error;
}

/** Whether an error says that there is no such file. */
export function isMissing(error: unknown): boolean {
  return readCode(error) === 'ENOENT';
}

function readCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
