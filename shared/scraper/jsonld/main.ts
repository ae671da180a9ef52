import { buildGraph, isNode, readTypes, type Graph, type Node } from './graph.ts';

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
  const graph = buildGraph(scripts.filter(text => text.length <= MAX_SCRIPT).map(parseLenient));
  const places = addresses.filter(address => URL.canParse(address)).map(address => new URL(address));
  const subjects = byKind(graph.nodes, WORKS, node => computePreference(node, places));
  return { graph, subjects, sites: byKind(graph.nodes, SITES, () => 0) };
}

/** Sorts nodes by kind; within a kind by preference, then in document order. */
function byKind(
  nodes: readonly Node[],
  kinds: readonly RegExp[],
  preference: (node: Node) => number,
): Node[] {
  return nodes
    .map(node => ({ node, kind: kinds.findIndex(kind => readTypes(node).some(type => kind.test(type))) }))
    .filter(({ kind }) => kind !== -1)
    .map(({ node, kind }) => ({ node, rank: kind - preference(node) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ node }) => node);
}

/** Below 1; higher for earlier addresses. */
function computePreference(node: Node, places: readonly URL[]): number {
  const stated = listAddresses(node);
  const place = places.findIndex(url => stated.some(address => isSamePlace(address, url)));
  return place === -1 ? 0 : 0.5 / (place + 1);
}

function listAddresses(node: Node): unknown[] {
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

/**
 * Parses JSON as found in pages: inside HTML comments or CDATA, with comments, raw line feeds in strings, missing values, trailing commas,
 * or text after its end. Returns undefined when it can't be repaired.
 */
export function parseLenient(text: string): unknown {
  return tryParse(text) ?? tryParse(repairJson(text));
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const CONTROL_ESCAPES: Partial<Record<string, string>> = { '\n': '\\n', '\r': '', '\t': '\\t' };

/** Rebuilds the JSON in one pass over its tokens; in strings, escapes raw control characters and invalid backslashes. */
function repairJson(text: string): string {
  const output: string[] = [];
  let depth = 0;
  for (const [token] of text.matchAll(TOKENS)) {
    if (IGNORED.test(token) || (depth === 0 && !/^[[{]/.test(token))) continue;
    if (/^[}\],]/.test(token) && output.at(-1) === ',') output.pop();
    if (/^[}\],]/.test(token) && output.at(-1) === ':') output.push('null');
    output.push(token.startsWith('"') ? repairString(token) : token);
    if (/^[[{]/.test(token)) depth += 1;
    if (/^[}\]]/.test(token)) depth -= 1;
    if (/^[}\]]/.test(token) && depth === 0) break;
  }
  return output.join('');
}

/** An unclosed string or comment extends to the end, so that no part is scanned twice. */
const TOKENS =
  /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|$)|\/\*[^]*?(?:\*\/|$)|\/\/[^\n]*|<!--|-->|<!\[CDATA\[|\]\]>|[[\]{},:]|[^\s"[\]{},:/<]+|[/<]/g;
const IGNORED = /^(?:\/[*/]|<!|-->|\]\]>)/;

function repairString(token: string): string {
  return token
    .replace(/\\(?!["\\/bfnrtu])/g, '\\\\')
    .replace(/[\u0000-\u001f]/g, control => CONTROL_ESCAPES[control] ?? ' ');
}
