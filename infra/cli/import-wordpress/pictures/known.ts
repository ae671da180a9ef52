import { posix } from 'node:path';
import type { SiteAddresses } from './address.ts';
import { listOriginals, sizeIn, uploadedAs, type Size } from './versions.ts';

/** The data of an image in the destination that posts and bodies need. */
export interface PlacedImage {
  id: number;
  width: number;
  height: number;
  credit: string;
  /** The URL of the original. */
  origin: string;
  /** The uncropped image in smaller sizes, smallest first. */
  scaled: { width: number; address: string }[];
}

/** The texts that posts repeat. */
export interface PictureTexts {
  caption: string;
  alt?: string | undefined;
}

/** An image of the export. It has its texts only when it is a lead image or in a gallery. */
export interface Picture extends PictureTexts {
  id: number;
  /** undefined when it could not be imported. */
  image: PlacedImage | undefined;
}

/** An image that a URL refers to, and the size in the URL, if any. */
export interface Found {
  picture: Picture;
  copy: Size | undefined;
}

/**
 * The images of an export, found by any URL that a body has for them. It holds about a kilobyte for each image, which is all that
 * an import keeps in memory.
 */
export class KnownPictures {
  readonly #addresses: SiteAddresses;
  readonly #byId = new Map<number, Picture>();
  readonly #paths = new Map<number, string>();
  readonly #files = new Map<number, string>();
  readonly #byPath = new Map<string, Picture>();
  /** null when several images have the path, so that it identifies none. */
  readonly #byUploadedPath = new Map<string, Picture | null>();
  readonly #byPage = new Map<string, Picture>();

  constructor(addresses: SiteAddresses) {
    this.#addresses = addresses;
  }

  /** `file` and `page` are the URLs of the attachment. */
  add(picture: Picture, { file, page }: { file: string; page: string }): void {
    this.#byId.set(picture.id, picture);
    this.#files.set(picture.id, file);
    const path = this.#addresses.fileAt(file);
    if (path === undefined) return;
    this.#paths.set(picture.id, path);
    if (!this.#byPath.has(path)) this.#byPath.set(path, picture);
    const uploaded = uploadedAs(path);
    if (uploaded !== path)
      this.#byUploadedPath.set(uploaded, this.#byUploadedPath.has(uploaded) ? null : picture);
    const pagePath = this.#addresses.pageAt(page);
    if (typeof pagePath === 'string') this.#byPage.set(pagePath, picture);
  }

  byId(id: number): Picture | undefined {
    return this.#byId.get(id);
  }

  /** The URL of the image's file on the old site. */
  fileOf(id: number): string | undefined {
    return this.#files.get(id);
  }

  /** `id` is the image's id in the markup. It is used for a file on another host only if the file has the image's name. */
  byFile(address: string, id?: number): Found | undefined {
    const path = this.#addresses.fileAt(address);
    if (path === undefined) return undefined;
    const originals = listOriginals(path);
    const picture =
      findFirst(originals, original => this.#byPath.get(original)) ??
      this.#named(id, originals) ??
      findFirst(originals, original => this.#byUploadedPath.get(original));
    return picture && { picture, copy: this.#paths.get(picture.id) === path ? undefined : sizeIn(path) };
  }

  /** Finds the image whose page or file a URL links to. */
  byLink(address: string): Picture | undefined {
    const found = this.byFile(address);
    if (found) return found.picture;
    const page = this.#addresses.pageAt(address);
    if (page === undefined) return undefined;
    return typeof page === 'number' ? this.#byId.get(page) : this.#byPage.get(page);
  }

  #named(id: number | undefined, originals: readonly string[]): Picture | undefined {
    const path = id === undefined ? undefined : this.#paths.get(id);
    if (id === undefined || path === undefined) return undefined;
    const names = [path, uploadedAs(path)].map(known => posix.basename(known));
    const isSame = originals.some(original => names.includes(posix.basename(original)));
    return isSame ? this.#byId.get(id) : undefined;
  }
}

function findFirst(
  paths: readonly string[],
  look: (path: string) => Picture | null | undefined,
): Picture | undefined {
  for (const path of paths) {
    const picture = look(path);
    if (picture) return picture;
  }
  return undefined;
}
