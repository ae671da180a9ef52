import { decodeIfValid } from '../../../../shared/platform/text/percent.ts';

/** Longer values are data, not URLs. */
const MAX_LENGTH = 2000;

interface Place {
  /** Host and decoded path. The site's own hosts are omitted, because they are interchangeable. */
  path: string;
  isOwn: boolean;
}

/**
 * Parses URLs as the old site's pages contain them: with http, https or neither, with or without `www.`, with the host of the site
 * or of its files, percent-encoded or not.
 */
export class SiteAddresses {
  readonly #base: string;
  readonly #frontPage: string;
  readonly #hosts: ReadonlySet<string>;

  /** `site` is host and path of the site, `example.com/blog`. */
  constructor(site: string, hosts: Iterable<string>) {
    this.#base = `http://${site}/`;
    this.#hosts = new Set([...hosts].map(withoutWww));
    this.#frontPage = withoutSlash(new URL(this.#base).pathname);
  }

  /** The identity of a file, independent of the query; undefined for anything but a web URL. */
  fileAt(address: string): string | undefined {
    const url = this.#parse(address);
    return url && this.#toPlace(url).path;
  }

  /** The identity of a page of the site: a path, or an attachment's id. undefined for its front page and for other sites. */
  pageAt(address: string): string | number | undefined {
    const url = this.#parse(address);
    const place = url && this.#toPlace(url);
    if (!place?.isOwn) return undefined;
    const id = url?.searchParams.get('attachment_id');
    if (id) return Number(id);
    const path = withoutSlash(place.path);
    return path === this.#frontPage || url?.search ? undefined : path;
  }

  #parse(address: string): URL | undefined {
    const text = address.trim();
    if (text === '' || text.length > MAX_LENGTH || !URL.canParse(text, this.#base)) return undefined;
    const url = new URL(text, this.#base);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
  }

  #toPlace({ hostname, pathname }: URL): Place {
    const host = withoutWww(hostname);
    const isOwn = this.#hosts.has(host);
    const path = decodeIfValid(pathname).normalize('NFC');
    return { path: isOwn ? path : `//${host}${path}`, isOwn };
  }
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '');
}
