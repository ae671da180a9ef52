export interface Field {
  name: string;
  /** `path`, `query`, `header` or `body` */
  place: string;
  type: string;
}

export interface Filled extends Field {
  value: string;
  files: FileList | null;
}

interface Asked {
  method: string;
  path: string;
  filled: readonly Filled[];
  /** The JSON of the body; empty for none. */
  body: string;
  /** The API key; empty for the session of the browser. */
  key: string;
}

/** Requests of a session need it, so that no other site’s page can make them. */
const OF_PAGES = 'x-requested-with';

/** The request of the filled-in fields: what is empty is not sent. */
export function buildRequest({ method, path, filled, body, key }: Asked): {
  address: string;
  init: RequestInit;
} {
  const given = filled.filter(({ value }) => value !== '');
  const at = (place: string): Filled[] => given.filter(field => field.place === place);
  const whole = at('path').reduce(
    (text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const query = new URLSearchParams(at('query').map(({ name, value }): [string, string] => [name, value]));
  const headers = new Headers(at('header').map(({ name, value }): [string, string] => [name, value]));
  if (key === '') headers.set(OF_PAGES, 'fetch');
  else headers.set('authorization', `Bearer ${key}`);
  const fields = at('body');
  const init: RequestInit = { method, headers };
  if (fields.length > 0) init.body = toForm(fields);
  else if (body !== '') {
    headers.set('content-type', 'application/json');
    init.body = body;
  }
  const address = query.size === 0 ? whole : `${whole}?${query.toString()}`;
  return { address, init };
}

function toForm(fields: readonly Filled[]): FormData {
  const form = new FormData();
  for (const { name, value, files } of fields) {
    if (!files) form.append(name, value);
    else for (const file of files) form.append(name, file);
  }
  return form;
}
