import { Conflict, type Client } from '../../../client/source/index.ts';
import type { Placed } from '../destination.ts';
import type { AuthorInput } from '../map/authors.ts';

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
