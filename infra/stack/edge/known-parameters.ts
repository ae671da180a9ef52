import * as v from 'valibot';
import { routeList } from '../../../functions/routes/index.ts';
import { ORIGINS, PARAMETERS } from '../../../functions/runtime/site.ts';

/** The query parameters by path, with `{…}` in paths: what is not among them changes no public answer. */
export type KnownParameters = Readonly<Record<string, readonly string[]>>;

/** Lists the parameters of every route that answers without a key. */
async function listApiParameters(): Promise<KnownParameters> {
  const open = routeList.filter(({ method, ceilings }) => method === 'GET' && ceilings !== undefined);
  const listed = await Promise.all(
    open.map(async ({ path, load }): Promise<[string, readonly string[]]> => {
      const { default: endpoint } = await load();
      return [path, listNames(endpoint.query)];
    }),
  );
  return Object.fromEntries(listed);
}

/** The fields of a schema that is an object, with a pipe or without. */
function listNames(schema: v.GenericSchema | undefined): string[] {
  if (!schema) return [];
  const [object] = hasPipe(schema) ? schema.pipe : [schema];
  if (!object || !('entries' in object)) throw new Error('A query is an object');
  return Object.keys(v.parse(v.record(v.string(), v.unknown()), object.entries));
}

function hasPipe(schema: v.GenericSchema): schema is v.GenericSchema & { pipe: readonly object[] } {
  return 'pipe' in schema;
}

/** The parameters of the readers' site are the same on all its pages but the front page. */
export const KNOWN_PARAMETERS = {
  api: await listApiParameters(),
  pages: PARAMETERS,
  front: ORIGINS,
};
