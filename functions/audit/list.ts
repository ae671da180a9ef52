import * as v from 'valibot';
import { AuditQuery, listAudit } from '../../shared/people/audit/list.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { AuditEntry } from '../../shared/platform/store/audit/entry.ts';

export default endpoint({
  query: AuditQuery,
  answer: v.array(AuditEntry),
  handle: async ({ query, after }) => await listAudit(query, after),
});
