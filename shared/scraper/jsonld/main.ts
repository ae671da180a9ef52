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

/** Reads the texts of the `application/ld+json` scripts of the page at `url`. */
export function structuredData(scripts: readonly string[], url: string): StructuredData {
  const graph = graphOf(scripts.filter(text => text.length <= MAX_SCRIPT).map(parseLenient));
  const isOfPage = (node: Node): boolean => addressesOf(node).some(address => isSamePlace(address, url));
  const subjects = byKind(graph.nodes, WORKS, isOfPage);
  return { graph, subjects, sites: byKind(graph.nodes, SITES, () => false) };
}

/** Nodes of the first kind before those of the second …; within a kind preferred ones first, then as they stand. */
function byKind(
  nodes: readonly Node[],
  kinds: readonly RegExp[],
  isPreferred: (node: Node) => boolean,
): Node[] {
  return nodes
    .map(node => ({ node, kind: kinds.findIndex(kind => typesOf(node).some(type => kind.test(type))) }))
    .filter(({ kind }) => kind !== -1)
    .map(({ node, kind }) => ({ node, rank: isPreferred(node) ? kind - 0.5 : kind }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ node }) => node);
}

const addressesOf = (node: Node): unknown[] =>
  [node.url, node['@id'], node.mainEntityOfPage].flatMap(value =>
    isNode(value) ? [value['@id'], value.url] : [value],
  );

function isSamePlace(address: unknown, url: string): boolean {
  if (typeof address !== 'string' || !URL.canParse(address, url)) return false;
  return plainPath(new URL(address, url)) === plainPath(new URL(url));
}

const plainPath = ({ pathname, search }: URL): string => pathname.replace(/\/$/, '') + search;
