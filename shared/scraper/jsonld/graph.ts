/** One JSON-LD object. */
export type Node = Readonly<Record<string, unknown>>;

/** The page's JSON-LD objects by nesting depth, without those that describe other things. */
export interface Graph {
  readonly nodes: readonly Node[];
  /** The value itself, or the object that a bare `@id` refers to. */
  resolve(value: unknown): unknown;
}

const MAX_NODES = 2_000;
const MAX_DEPTH = 12;

/** Properties that contain other things than the page's own, such as listed pages and comments. */
const OTHERS = new Set(
  [
    'itemListElement',
    'blogPost',
    'blogPosts',
    'comment',
    'review',
    'reviews',
    'hasPart',
    'mentions',
    'citation',
  ].concat([
    'suggestedAnswer',
    'acceptedAnswer',
    'relatedLink',
    'isRelatedTo',
    'isSimilarTo',
    'breadcrumb',
    'potentialAction',
  ]),
);

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Wraps a single value in an array; nothing becomes an empty array. */
export function toList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

/** Collects the objects of several documents, including those in arrays, `@graph`s and other objects. */
export function buildGraph(documents: readonly unknown[]): Graph {
  const nodes = breadthFirst(documents);
  const byId = new Map<unknown, Node>();
  for (const node of nodes) {
    const id = node['@id'];
    if (id !== undefined && Object.keys(node).length > 1 && !byId.has(id)) byId.set(id, node);
  }
  const resolve = (value: unknown): unknown => (isReference(value) ? byId.get(value['@id']) : value);
  return { nodes, resolve };
}

function isReference(value: unknown): value is Node {
  return isNode(value) && '@id' in value && Object.keys(value).length === 1;
}

function breadthFirst(documents: readonly unknown[]): Node[] {
  const nodes: Node[] = [];
  let level = documents.flatMap(members);
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    level = level.slice(0, MAX_NODES - nodes.length);
    nodes.push(...level);
    level = level.flatMap(ownNodes);
  }
  return nodes;
}

function ownNodes(node: Node): Node[] {
  return Object.entries(node).flatMap(([property, value]) => (OTHERS.has(property) ? [] : members(value)));
}

/** The objects of a value: itself, an array's items, or a graph's. */
function members(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(item => (isNode(item) ? members(item) : []));
  if (!isNode(value)) return [];
  return '@graph' in value ? toList(value['@graph']).filter(isNode) : [value];
}

/** An object's types as short names in lower case: `newsarticle` for `https://schema.org/NewsArticle`. */
export function readTypes(node: Node): string[] {
  return toList(node['@type'])
    .filter(type => typeof type === 'string')
    .map(type => type.replace(/^.*[/#:]/, '').toLowerCase());
}
