/** What the synthesized bundles have built in; a test that wants another site has it put in the place of this. */
export const BUILT_SITE = { siteTitle: 'Deployed' };

/** A site's configuration as the bundler writes it. */
export function builtIn(site: object): string {
  return `'${JSON.stringify(site)}'`;
}
