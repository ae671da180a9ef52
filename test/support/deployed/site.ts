/** The site that the synthesized bundles contain; a test with another site replaces it. */
export const BUILT_SITE = { siteTitle: 'Deployed' };

/** A site's configuration as the bundler writes it. */
export function builtIn(site: object): string {
  return `'${JSON.stringify(site)}'`;
}
