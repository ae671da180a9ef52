import { Conflict, NotFound, type Client } from '../../../client/source/index.ts';
import type { Placed } from '../destination.ts';
import type { AuthorInput } from '../map/authors.ts';
import type { TermInput } from '../map/sections.ts';

/** Creates authors, or finds an existing one by email or name. */
export class AuthorPlacer {
  private readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  async place(input: AuthorInput): Promise<Placed> {
    try {
      const { id } = await this.client.authors.create({ body: input });
      return { id, outcome: 'created' };
    } catch (error) {
      const id = error instanceof Conflict ? await this.find(input) : undefined;
      if (id === undefined) throw error;
      return { id, outcome: 'existing' };
    }
  }

  private async find({ email, name }: AuthorInput): Promise<number | undefined> {
    const byEmail = email === undefined ? undefined : await this.byEmail(email);
    return byEmail ?? (await this.byName(name));
  }

  private async byEmail(email: string): Promise<number | undefined> {
    const [found] = await this.client.authors.byEmail({ query: { emails: [email] } });
    return found?.id;
  }

  private async byName(name: string): Promise<number | undefined> {
    const { data } = await this.client.authors.byName({ query: { author_names: [name] } });
    return data[0]?.id;
  }
}

/** Creates sections or tags, or finds an existing one by url. */
export class TermPlacer {
  private readonly terms: Pick<Client['sections'] | Client['tags'], 'list' | 'create'>;
  private existing: Promise<ReadonlyMap<string, number> | undefined> | undefined;

  constructor(terms: Client['sections'] | Client['tags']) {
    this.terms = terms;
  }

  /** False when the service answers that the collection does not exist. */
  async isAvailable(): Promise<boolean> {
    return (await this.loaded()) !== undefined;
  }

  async place(input: TermInput & { parent_id?: number | undefined }): Promise<Placed> {
    const known = (await this.loaded())?.get(input.url.toLowerCase());
    if (known !== undefined) return { id: known, outcome: 'existing' };
    try {
      const { id } = await this.terms.create({ body: input });
      return { id, outcome: 'created' };
    } catch (error) {
      const id = error instanceof Conflict ? (await this.read())?.get(input.url.toLowerCase()) : undefined;
      if (id === undefined) throw error;
      return { id, outcome: 'existing' };
    }
  }

  private loaded(): Promise<ReadonlyMap<string, number> | undefined> {
    this.existing ??= this.read();
    return this.existing;
  }

  private async read(): Promise<ReadonlyMap<string, number> | undefined> {
    try {
      const terms = await this.terms.list({ query: { include_fields: ['id', 'url'] } });
      return new Map(terms.map(({ id, url }) => [url.toLowerCase(), id]));
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }
}
