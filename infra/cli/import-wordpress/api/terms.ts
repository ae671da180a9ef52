import * as v from 'valibot';
import type { Placed } from '../destination.ts';
import type { TermInput } from '../map/sections.ts';
import type { ApiClient } from '../../../client/client.ts';
import { isConflict, isNotFound } from '../../../client/errors.ts';

const termSchema = v.object({ id: v.number(), url: v.string() });

/** Creates sections or tags, or finds the one that has the url already. */
export class TermPlacer {
  private readonly client: ApiClient;
  private readonly path: string;
  private existing: Promise<ReadonlyMap<string, number> | undefined> | undefined;

  /** `path` is the collection's: `/api/1.3/sections` or `/api/1.3/tags`. */
  constructor(client: ApiClient, path: string) {
    this.client = client;
    this.path = path;
  }

  /** False when the service says that it has no such collection. */
  async isAvailable(): Promise<boolean> {
    return (await this.loaded()) !== undefined;
  }

  async place(input: TermInput & { parent_id?: number | undefined }): Promise<Placed> {
    const known = (await this.loaded())?.get(input.url.toLowerCase());
    if (known !== undefined) return { id: known, outcome: 'already' };
    try {
      const { body } = await this.client.post(this.path, input);
      return { id: v.parse(termSchema, body).id, outcome: 'made' };
    } catch (error) {
      const id = isConflict(error) ? (await this.read())?.get(input.url.toLowerCase()) : undefined;
      if (id === undefined) throw error;
      return { id, outcome: 'already' };
    }
  }

  private loaded(): Promise<ReadonlyMap<string, number> | undefined> {
    this.existing ??= this.read();
    return this.existing;
  }

  private async read(): Promise<ReadonlyMap<string, number> | undefined> {
    try {
      const { body } = await this.client.get(`${this.path}?include_fields=id,url`);
      const terms = v.parse(v.array(termSchema), body);
      return new Map(terms.map(term => [term.url.toLowerCase(), term.id]));
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }
}
