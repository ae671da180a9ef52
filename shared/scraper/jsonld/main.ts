import { graphOf, isNode, typesOf, type Graph, type Node } from './graph.ts';
import { parseLenient } from './repair.ts';

/** A page's JSON-LD, with what it says the page is about. */
export interface StructuredData {
  readonly graph: Graph;
  /** The article, video, product … of the page, then the page itself. */
  readonly subjects: readonly Node[];
  /** The site or organisation behind it. */
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
 * Reads the texts of the `application/ld+json` scripts of a page. `addresses` are the page's own, the canonical one before the one
 * that was fetched: of several articles, the one that states the first of them is what the page is about.
 */
export function structuredData(scripts: readonly string[], addresses: readonly string[]): StructuredData {
  const graph = graphOf(scripts.filter(text => text.length <= MAX_SCRIPT).map(parseLenient));
  const places = addresses.filter(address => URL.canParse(address)).map(address => new URL(address));
  const subjects = byKind(graph.nodes, WORKS, node => preferenceOf(node, places));
  return { graph, subjects, sites: byKind(graph.nodes, SITES, () => 0) };
}

/** Nodes of the first kind before those of the second …; within a kind preferred ones first, then as they stand. */
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

/** Less than 1, and more for the first of the places. */
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

/** Without what makes the same article's address another: a slash at the end, and the mark of its AMP version. */
function plainPath({ pathname }: URL): string {
  return pathname.replace(/\/$/, '').replace(/\/amp$|^\/amp(?=\/)|\.amp(?=\.html$|$)/, '');
}
