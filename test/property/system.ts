import type { Api, Reply } from '../support/api/api.ts';
import { HOME, type Op, type Ref } from './model.ts';

/** The state and sections that the API shows of a post; sections are sorted references of the model. */
export interface Shown {
  state: string;
  sections: Ref[];
  auto: Ref[];
}

/** Performs the model's operations on the service and reads the results as the model's references. */
export class System {
  readonly #ids = new Map<Ref, number>([[HOME, 0]]);
  readonly #refs = new Map<number, Ref>([[0, HOME]]);
  readonly #run: string;

  constructor(run: string) {
    this.#run = run;
  }

  /** @returns the status of the answer */
  async perform(api: Api, op: Op): Promise<number> {
    const reply = await this.#send(api, op);
    if (op.do.startsWith('create') && reply.status === 200) {
      this.#ids.set(op.ref, reply.body.id);
      this.#refs.set(reply.body.id, op.ref);
    }
    return reply.status;
  }

  async post(api: Api, ref: Ref, state: string): Promise<Shown | undefined> {
    if (state === 'removed') return undefined;
    const { body } = await api.get(`/${state === 'draft' ? 'drafts' : 'posts'}/${this.#id(ref)}`);
    const inModel = (ids: number[]): Ref[] => ids.map(id => this.#refs.get(id) ?? -id).sort((a, b) => a - b);
    if (![null, ...body.sections].includes(body.primary_section))
      throw new Error('primary is no section of it');
    return { state: body.status, sections: inModel(body.sections), auto: inModel(body.auto_sections) };
  }

  /** The posts that a section's list shows, newest first; unknown ones (of other runs) are left out. */
  async list(api: Api, section: Ref): Promise<Ref[]> {
    const query = { section_name: this.#id(section), limit: 100, include_fields: 'id,status' };
    const { body } = await api.get('/posts/section', { query });
    return body.flatMap(({ id }: { id: number }) => this.#refs.get(id) ?? []);
  }

  newestFirst(refs: readonly Ref[]): Ref[] {
    return [...refs].sort((a, b) => this.#id(b) - this.#id(a));
  }

  async #send(api: Api, op: Op): Promise<Reply> {
    switch (op.do) {
      case 'create section':
        return await api.post('/sections', {
          title: 'S',
          url: `${this.#run}-${op.ref}`,
          tags: this.#tags(op.tags),
        });
      case 'edit section':
        return await api.put(`/sections/${this.#id(op.ref)}`, { tags: this.#tags(op.tags) });
      case 'delete section': {
        const query = { destination_section_id: this.#id(op.destination ?? HOME) };
        return await api.delete(`/sections/${this.#id(op.ref)}`, op.destination === null ? {} : { query });
      }
      case 'create post':
        return await api.post(`/${op.family}`, { headline: 'P', created_ts: 1e9, ...this.#assignment(op) });
      default:
        return await this.#change(api, `/${op.family}/${this.#id(op.ref)}`, op);
    }
  }

  async #change(api: Api, path: string, op: Op): Promise<Reply> {
    switch (op.do) {
      case 'remove':
        return await api.delete(path);
      case 'send back': {
        const shown = await api.get(path);
        return shown.status === 200 ? await api.put(path, shown.body) : shown;
      }
      case 'edit post':
        return await api.put(path, this.#assignment(op));
      default:
        return await api.put(path, { action: op.do });
    }
  }

  #assignment({ tags, sections }: { tags?: string[] | undefined; sections?: Ref[] | undefined }): object {
    return {
      ...(tags && { tags: this.#tags(tags) }),
      ...(sections && { sections: sections.map(ref => this.#id(ref)) }),
    };
  }

  /** Prefixes tags with the run, so that other runs' sections do not share them; the case is random. */
  #tags(tags: readonly string[]): string[] {
    return tags.map(tag =>
      Math.random() < 0.5 ? `${this.#run} ${tag}` : ` ${this.#run} ${tag.toUpperCase()} `,
    );
  }

  #id(ref: Ref): number {
    const id = this.#ids.get(ref);
    if (id === undefined) throw new Error(`${ref} was never made`);
    return id;
  }
}
