/** The rows of each top folder: a folder, and the folders that it may import. */
export type Layers = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Which folder may import which, types included. A folder imports only folders above it, and of those only the ones that its row
 * names, with everything in them. Names are sibling folders, or paths from the root; `*` is each folder without a row, separately.
 * `npm run check` enforces this table, and that no files or folders form a cycle.
 */
export const LAYERS: Layers = {
  shared: {
    platform: '',
    library: 'platform',
    people: 'platform library',
    taxonomy: 'platform library people',
    scraper: 'platform library',
    posts: 'platform library people taxonomy scraper',
    feeds: 'platform library people taxonomy posts',
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
    // The client's source, which callers bundle.
    'client/source': 'shared/platform functions/routes',
    client: 'functions/routes core client/source',
    sites: 'shared functions core client',
    bundle: 'shared functions core client sites',
    stack: 'shared functions core bundle',
    sam: 'shared functions core bundle stack',
    'aws-local': 'shared functions core stack',
    local: 'shared functions core client sites bundle stack sam aws-local',
    cli: 'shared functions core client bundle stack aws-local local',
    dev: 'shared functions core client sites bundle stack sam aws-local local cli',
  },
};
