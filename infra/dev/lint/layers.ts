/** The rows of each top folder: a folder, and the folders that it may import. */
export type Layers = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Which folder may import which, types included. A folder imports only folders above it, and of those only the ones that its row
 * names, with everything in them. Names are sibling folders, or paths from the root; `*` is each folder without a row, separately.
 * `npm run check` enforces this table, and that no files or folders form a cycle.
 */
export const LAYERS: Layers = {
  shared: {
    core: '',
    text: 'core',
    store: 'core',
    files: 'core',
    http: 'core text store',
    media: 'core text store',
    schedule: 'core',
    scraper: 'core http store media',
    idempotency: 'core http text store',
    uploads: 'core http store files',
    images: 'core http text store files media uploads',
    documents: 'core http text store files media uploads',
    authors: 'core http text store media images',
    keys: 'core http store authors',
    badges: 'core http text store media images',
    sections: 'core http text store media images',
    follows: 'core http store authors sections',
    posts: 'core http text store files media images authors keys badges sections',
    likes: 'core http store authors posts',
    views: 'core store posts',
    order: 'core http store sections posts',
    search: 'core http text store media authors posts',
    dam: 'core http text store media authors images documents search',
    webhooks: 'core http store posts',
    rendering: 'core http text store media scraper images documents sections dam posts',
    listing: 'core http text store sections posts views order search',
    feeds: 'core http text store media images authors sections posts rendering listing',
    publishing:
      'core http text store files media schedule badges sections posts likes search webhooks rendering',
  },
  functions: {
    runtime: 'shared',
    // A folder for each resource: no endpoint imports another resource's.
    '*': 'shared runtime',
    events: 'shared runtime',
    routes: 'shared runtime *',
  },
  infra: {
    core: '',
    dev: 'core',
    // The client's source, which callers bundle.
    'client/source': 'shared/http functions/routes',
    client: 'functions/routes core client/source',
    pages: 'shared functions core client',
    bundle: 'shared functions core client pages',
    stack: 'shared functions core bundle',
    sam: 'shared functions core bundle stack',
    local: 'shared functions core client pages bundle stack sam',
    tools: 'shared functions core dev client pages bundle stack sam local',
  },
};
