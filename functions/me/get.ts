import * as v from 'valibot';
import { Author, presentAuthors } from '../../shared/people/authors/present.ts';
import { Authors } from '../../shared/people/authors/record.ts';
import { readsConsistently } from '../../shared/platform/http/caller.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { Permission } from '../../shared/platform/site/permissions.ts';
import { getPermissions } from '../../shared/platform/site/site.ts';
import { EditorSettings, presentSettings } from '../../shared/posts/answers/editor-settings.ts';

export default endpoint({
  answer: v.object({
    author: Author,
    role: v.string(),
    permissions: v.array(Permission),
    admin: v.boolean(),
    key: v.object({ id: v.number(), narrowed: v.boolean(), lacks: v.array(Permission) }),
    site: EditorSettings,
  }),
  async handle({ caller }) {
    const { authorId, keyId, role, permissions, admin, isNarrowed } = caller;
    const record = await Authors.read(authorId, { consistent: readsConsistently(caller) });
    const [author] = await presentAuthors([record.value], caller);
    if (!author) throw new Error('one author makes one answer');
    const lacks = (getPermissions(role) ?? []).filter(permission => !permissions.has(permission));
    const key = { id: keyId, narrowed: isNarrowed, lacks };
    return { body: { author, role, permissions: [...permissions], admin, key, site: presentSettings() } };
  },
});
