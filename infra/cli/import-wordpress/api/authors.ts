import * as v from 'valibot';
import type { ApiClient } from '../../../client/client.ts';
import { isConflict } from '../../../client/errors.ts';
import type { Placed } from '../destination.ts';
import type { AuthorInput } from '../map/authors.ts';

const authorSchema = v.object({ id: v.number() });
const authorsSchema = v.array(authorSchema);

/** Creates authors, or finds the one who has the email or the name already. */
export class AuthorPlacer {
  private readonly client: ApiClient;

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

  private async find({ email, name }: AuthorInput): Promise<number | undefined> {
    const byEmail = email === undefined ? undefined : await this.byEmail(email);
    return byEmail ?? (await this.byName(name));
  }

  private async byEmail(email: string): Promise<number | undefined> {
    const query = new URLSearchParams({ emails: email });
    const { body } = await this.client.get(`/api/1.3/authors/email?${query.toString()}`);
    return v.parse(authorsSchema, body)[0]?.id;
  }

  private async byName(name: string): Promise<number | undefined> {
    const query = new URLSearchParams({ author_names: name });
    const { body } = await this.client.get(`/api/1.2/authors/name?${query.toString()}`);
    return v.parse(v.object({ data: authorsSchema }), body).data[0]?.id;
  }
}
