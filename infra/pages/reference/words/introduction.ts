/** What holds for every endpoint. */
export const INTRODUCTION = `Requests and answers are JSON unless it is said otherwise; success is 200.

**The API key** goes in \`Authorization: Bearer\`, in \`x-svcauth\` or in the query as \`api_key\`. What it may do is said with each endpoint.

**Errors** all have the same body, \`{"status": {"code", "messages"}, "data": null}\`. Messages about input begin with the field that they are about. \`x-request-id\` names the request.

**Fields and query parameters that aren’t known** are ignored, as older clients need. A request with \`Prefer: handling=strict\` (RFC 7240) is refused for them instead: 400 lists them, and every answer to such a request says \`Preference-Applied: handling=strict\`. The keys of free-form objects, such as \`extras\`, are all known.

**Ids** are integers of up to 2^53-1; newer ones are larger. **Times** are Unix seconds, UTC.

**Versions.** A record’s \`ETag\` makes a GET cheap (\`If-None-Match\`) and a PUT or DELETE safe (\`If-Match\`). Without it fields that aren’t sent are never overwritten.

**A POST that may be sent again** carries an \`Idempotency-Key\`: for a day it is done once.

**Lists** take \`offset\` and \`limit\`; their \`Link\` header leads to the next page by a cursor, at the same cost however deep.`;
