/** The route of a request, and what its path says for `{parameters}`. */
export interface Match<R> {
  route: R;
  parameters: Record<string, string>;
}

interface Pattern {
  method: string;
  path: string;
}

/** The methods of the requests that a route serves: a HEAD is a GET whose answer has no body. */
export function listMethods({ method }: Pick<Pattern, 'method'>): string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}

/** The path without the one slash that it may end with; undefined when it ends with none. */
export function withoutSlash(path: string): string | undefined {
  return path.endsWith('/') ? path.slice(0, -1) : undefined;
}

/** Finds the route of a request as API Gateway does: a path with more literal segments takes precedence over `{parameters}`. */
export function matcher<R extends Pattern>(
  routes: readonly R[],
): (method: string, path: string) => Match<R> | undefined {
  const ranked = routes
    .map(route => ({ route, parts: route.path.split('/') }))
    .sort((a, b) => placeholders(a.parts) - placeholders(b.parts));
  return (method, path) => {
    const given = path.split('/');
    for (const { route, parts } of ranked) {
      if (!listMethods(route).includes(method) || parts.length !== given.length) continue;
      const parameters = bind(parts, given);
      if (parameters) return { route, parameters };
    }
    return undefined;
  };
}

function isPlaceholder(part: string): boolean {
  return part.startsWith('{');
}

function placeholders(parts: readonly string[]): number {
  return parts.filter(isPlaceholder).length;
}

function bind(parts: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const value = given[index] ?? '';
    if (isPlaceholder(part) && value !== '') parameters[part.slice(1, -1)] = value;
    else if (part !== value) return undefined;
  }
  return parameters;
}
