import { decodeNicename } from '../wxr/nicename.ts';

/** Longer ones are data, not addresses. */
const MAX_LENGTH = 2000;

interface Place {
  /** Host and decoded path; the site's own hosts are left out, as they stand for each other. */
  path: string;
  isOwn: boolean;
}

/**
 * Reads addresses as the old site's pages wrote them: with http, https or neither, with or without `www.`, by the name of the site
 * or of the host that its files are at, percent-encoded or not.
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

  /** What tells a file, whatever the query; undefined when it is no web address. */
  fileAt(address: string): string | undefined {
    const url = this.#parse(address);
    return url && this.#placeOf(url).path;
  }

  /** What tells a page of the site: a path, or the id of an attachment. undefined for its front page, and for other sites. */
  pageAt(address: string): string | number | undefined {
    const url = this.#parse(address);
    const place = url && this.#placeOf(url);
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

  #placeOf({ hostname, pathname }: URL): Place {
    const host = withoutWww(hostname);
    const isOwn = this.#hosts.has(host);
    const path = decodeNicename(pathname).normalize('NFC');
    return { path: isOwn ? path : `//${host}${path}`, isOwn };
  }
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '');
}
