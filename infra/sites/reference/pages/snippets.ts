import { toCamelCase } from '../../../client/source/names.ts';
import type { Example } from '../example.ts';
import type { Snippet } from './blocks.ts';
import { toJs, toPython } from './literals.ts';

export interface Asked {
  /** The row's name: `posts/list`. */
  name: string;
  method: string;
  path: string;
  /** Whether the request needs a key. */
  hasKey: boolean;
  /** Whether the answer is JSON. */
  isJson: boolean;
  example: Example;
}

interface Parts extends Asked {
  /** The path and the query of the example. */
  address: string;
}

/** The example of an endpoint in each language. `URL` is the service’s address, `KEY` the API key. */
export function writeSnippets(asked: Asked): Snippet[] {
  const parts = { ...asked, address: toAddress(asked) };
  return [
    { language: 'curl', code: 'sh', text: toCurl(parts) },
    { language: 'Client', code: 'ts', text: toClient(parts) },
    { language: 'fetch', code: 'js', text: toFetch(parts) },
    { language: 'Python', code: 'python', text: toRequests(parts) },
  ];
}

function toAddress({ path, example }: Asked): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(example.path?.[name]));
  const query = new URLSearchParams(
    Object.entries(example.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}

function toCurl({ method, address, hasKey, example }: Parts): string {
  const { body, form, headers } = example;
  const { file, ...texts } = form ?? {};
  const isPlain = method === 'GET' || (method === 'POST' && (body !== undefined || form !== undefined));
  return [
    `curl -s ${isPlain ? '' : `-X ${method} `}"$URL${address}"`,
    ...(hasKey ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...Object.entries(headers ?? {}).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`]),
    ...(file === undefined ? [] : [`-F "file=@${file}"`]),
    ...Object.entries(texts).map(([name, value]) => `-F "${name}=${value}"`),
  ].join(' \\\n  ');
}

function toClient({ name, example }: Parts): string {
  const { path, query, body, form } = example;
  const [resource = '', action = ''] = name.split('/').map(toCamelCase);
  const { file, ...texts } = form ?? {};
  const sent = file === undefined ? body : texts;
  if (file !== undefined && action === 'create') {
    const rest = Object.keys(texts).length === 0 ? '' : `, { body: ${toJs(texts)} }`;
    return `const answer = await client.${resource}.upload(file${rest});`;
  }
  const parts = [
    ...(path ? [`path: ${toJs(path)}`] : []),
    ...(query ? [`query: ${toJs(query)}`] : []),
    ...(file === undefined ? [] : ['body: { file: [file] }']),
    ...(file !== undefined || sent === undefined ? [] : [`body: ${toJs(sent)}`]),
  ];
  const call = parts.length === 0 ? '' : `{ ${parts.join(', ')} }`;
  return `const answer = await client.${resource}.${action}(${call});`;
}

function toFetch({ method, address, hasKey, isJson, example }: Parts): string {
  const { body, form, headers: extra } = example;
  const { file, ...texts } = form ?? {};
  const headers = [
    ...(hasKey ? ['Authorization: `Bearer ${key}`'] : []),
    ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
    ...Object.entries(extra ?? {}).map(([name, value]) => `'${name}': '${value}'`),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(', ')} },`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${toJs(body)}),`]),
    ...(file === undefined ? [] : ['  body: form,']),
  ];
  const rest = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;
  return [
    ...(file === undefined ? [] : ['const form = new FormData();', `form.set('file', file, '${file}');`]),
    ...Object.entries(texts).map(([name, value]) => `form.set('${name}', '${value}');`),
    `const response = await fetch(\`\${url}${address}\`${rest});`,
    `const answer = await response.${isJson ? 'json' : 'text'}();`,
  ].join('\n');
}

function toRequests({ method, address, hasKey, isJson, example }: Parts): string {
  const { body, form, headers: extra } = example;
  const { file, ...texts } = form ?? {};
  const headers = [
    ...(hasKey ? ['"Authorization": f"Bearer {key}"'] : []),
    ...Object.entries(extra ?? {}).map(([name, value]) => `"${name}": "${value}"`),
  ];
  const parts = [
    `    f"{url}${address}",`,
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},`]),
    ...(body === undefined ? [] : [`    json=${toPython(body)},`]),
    ...(file === undefined ? [] : [`    files={"file": open("${file}", "rb")},`]),
    ...(Object.keys(texts).length === 0 ? [] : [`    data=${toPython(texts)},`]),
  ];
  return [
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(\n${parts.join('\n')}\n)`,
    `answer = response.${isJson ? 'json()' : 'text'}`,
  ].join('\n');
}
