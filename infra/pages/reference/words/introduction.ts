/** The introduction of the document: rules that apply to every endpoint. */
export const INTRODUCTION = `Requests and answers are JSON unless stated otherwise; success is 200.

**The API key** goes in \`Authorization: Bearer\`, in \`x-svcauth\` or in the query as \`api_key\`. Each endpoint states the permission that it needs.

**Errors** have the same body everywhere, \`{"status": {"code", "messages"}, "data": null}\`. Messages about input begin with the field’s name. \`x-request-id\` identifies the request.

**Unknown fields and query parameters** are ignored, for compatibility with existing clients. With \`Prefer: handling=strict\` (RFC 7240) they are refused: 400 lists them, and every answer to such a request has \`Preference-Applied: handling=strict\`. Free-form objects, such as \`extras\`, accept any key.

**Ids** are integers of up to 2^53-1; newer records have larger ids. **Times** are Unix seconds, UTC.

**Versions.** A record’s \`ETag\` makes a GET (\`If-None-Match\`) or a PUT or DELETE (\`If-Match\`) conditional. A PUT changes only the fields that it sends.

**Retries.** A POST with an \`Idempotency-Key\` is executed only once within a day; a repeated request gets the same answer.

**Lists** take \`offset\` and \`limit\`; their \`Link\` header leads to the next page by a cursor, at the same cost for every page.`;
