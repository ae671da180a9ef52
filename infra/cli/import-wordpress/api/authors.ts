import * as v from 'valibot';
import type { Placed } from '../destination.ts';
import type { AuthorInput } from '../map/authors.ts';
import type { ApiClient } from './client.ts';
import { isConflict } from './errors.ts';
import { listAll } from './pages.ts';

const authorSchema = v.object({ id: v.number(), name: v.string() });

/** Creates authors, or finds the one who has the email or the name already. */
export class AuthorPlacer {
  private readonly client: ApiClient;
  private names: Promise<ReadonlyMap<string, number>> | undefined;

  constructor(client: ApiClient) {
    this.client = client;
  }

  async place(input: AuthorInput): Promise<Placed> {
    try {
      const { body } = await this.client.post('/api/1.1/authors', input);
      return { id: v.parse(authorSchema, body).id, outcome: 'made' };
    } catch (error) {
      const id = isConflict(error) ? await this.find(input) : undefined;
      if (id === undefined) throw error;
      return { id, outcome: 'already' };
    }
  }

  private async find(input: AuthorInput): Promise<number | undefined> {
    return (await this.byEmail(input.email)) ?? (await this.byName(input.name));
  }

  private async byEmail(email: string | undefined): Promise<number | undefined> {
    if (email === undefined) return undefined;
    const query = new URLSearchParams({ emails: email });
    const { body } = await this.client.get(`/api/1.3/authors/email?${query.toString()}`);
    return v.parse(v.array(authorSchema), body)[0]?.id;
  }

  /** The interface has no look-up by name, so all authors are read, once and only when a name is taken. */
  private async byName(name: string): Promise<number | undefined> {
    this.names ??= this.readNames();
    return (await this.names).get(name);
  }

  private async readNames(): Promise<ReadonlyMap<string, number>> {
    const names = new Map<string, number>();
    for await (const author of listAll(
      this.client,
      '/api/1.3/authors/search',
      { limit: '30' },
      authorSchema,
    )) {
      names.set(author.name, author.id);
    }
    return names;
  }
}
