import { graphOf, isNode, typesOf, type Graph, type Node } from './graph.ts';
import { parseLenient } from './repair.ts';

/** A page's JSON-LD, and the objects that the page is about. */
export interface StructuredData {
  readonly graph: Graph;
  /** The page's article, video, product …, then the page object. */
  readonly subjects: readonly Node[];
  /** The site or organisation that publishes the page. */
  readonly sites: readonly Node[];
}

const MAX_SCRIPT = 600_000;

const WORKS = [
  /(?:article|posting|report)$/,
  /^(?:review|recipe|videoobject|audioobject|podcastepisode|episode|movie|book|event|product|course|howto|musicrecording|musicalbum|podcastseries|tvseries|softwareapplication|creativework|dataset|qapage|discussionforumposting)$/,
  /page$/,
];
const SITES = [/^website$/, /(?:organization|corporation)$/];

/**
 * Parses the texts of a page's `application/ld+json` scripts. `addresses` are the page's own, the canonical one first: of several articles,
 * the one that states the earliest of these addresses is the page's subject.
 */
export function structuredData(scripts: readonly string[], addresses: readonly string[]): StructuredData {
  const graph = graphOf(scripts.filter(text => text.length <= MAX_SCRIPT).map(parseLenient));
  const places = addresses.filter(address => URL.canParse(address)).map(address => new URL(address));
  const subjects = byKind(graph.nodes, WORKS, node => preferenceOf(node, places));
  return { graph, subjects, sites: byKind(graph.nodes, SITES, () => 0) };
}

/** Sorts nodes by kind; within a kind by preference, then in document order. */
function byKind(
  nodes: readonly Node[],
  kinds: readonly RegExp[],
  preference: (node: Node) => number,
): Node[] {
  return nodes
    .map(node => ({ node, kind: kinds.findIndex(kind => typesOf(node).some(type => kind.test(type))) }))
    .filter(({ kind }) => kind !== -1)
    .map(({ node, kind }) => ({ node, rank: kind - preference(node) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ node }) => node);
}

/** Below 1; higher for earlier addresses. */
function preferenceOf(node: Node, places: readonly URL[]): number {
  const stated = addressesOf(node);
  const place = places.findIndex(url => stated.some(address => isSamePlace(address, url)));
  return place === -1 ? 0 : 0.5 / (place + 1);
}

function addressesOf(node: Node): unknown[] {
  return [node.url, node['@id'], node.mainEntityOfPage].flatMap(value =>
    isNode(value) ? [value['@id'], value.url] : [value],
  );
}

function isSamePlace(address: unknown, url: URL): boolean {
  if (typeof address !== 'string' || !URL.canParse(address, url.href)) return false;
  const stated = new URL(address, url);
  const path = plainPath(stated);
  return path === plainPath(url) && (stated.search === url.search || (path !== '' && stated.search === ''));
}

/** Ignores differences between addresses of one article: a slash at the end, and AMP's marker. */
function plainPath({ pathname }: URL): string {
  return pathname.replace(/\/$/, '').replace(/\/amp$|^\/amp(?=\/)|\.amp(?=\.html$|$)/, '');
}
