import * as v from 'valibot';
import { siteText } from '../core/environment.ts';
import { describeIssues } from '../core/faults.ts';
import { BUILT_IN_ROLES, type Permission } from './permissions.ts';
import { Site } from './site-schema.ts';

/** Parses a configuration. @throws Error that lists every fault */
export function parseSite(value: unknown): Site {
  const result = v.safeParse(Site, value);
  if (result.success) return result.output;
  throw siteError(describeIssues(result.issues));
}

export function siteError(faults: readonly string[]): Error {
  return new Error(`The site configuration has faults:\n${faults.join('\n')}`);
}

let current: Site | undefined;

export function site(): Site {
  return (current ??= parseSite(JSON.parse(siteText())));
}

/** Sets this process's configuration; the local stack starts with a parsed one. */
export function configureSite(next: Site): void {
  current = next;
}

/** The roles that authors can have: those of every site, and the site's own. */
export function listRoles({ customRoles }: Site): string[] {
  return [...new Set([...BUILT_IN_ROLES.keys(), ...Object.keys(customRoles)])];
}

/** The permissions of a role, including `read` and `engage`; undefined when it is neither built in nor configured. */
export function getPermissions(role: string): readonly Permission[] | undefined {
  const custom = Object.hasOwn(site().customRoles, role) ? site().customRoles[role] : undefined;
  const builtIn = BUILT_IN_ROLES.get(role);
  if (!custom && !builtIn) return undefined;
  return [...new Set<Permission>(['read', 'engage', ...(builtIn ?? []), ...(custom ?? [])])];
}
