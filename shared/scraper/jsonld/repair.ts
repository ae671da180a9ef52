/**
 * Parses JSON as found in pages: inside HTML comments or CDATA, with comments, raw line feeds in strings, missing values, trailing commas,
 * or text after its end. Returns undefined when it can't be repaired.
 */
export function parseLenient(text: string): unknown {
  return tryParse(text) ?? tryParse(repairJson(text));
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const CONTROL_ESCAPES: Partial<Record<string, string>> = { '\n': '\\n', '\r': '', '\t': '\\t' };

/** Rebuilds the JSON in one pass over its tokens; in strings, escapes raw control characters and invalid backslashes. */
function repairJson(text: string): string {
  const output: string[] = [];
  let depth = 0;
  for (const [token] of text.matchAll(TOKENS)) {
    if (IGNORED.test(token) || (depth === 0 && !/^[[{]/.test(token))) continue;
    if (/^[}\],]/.test(token) && output.at(-1) === ',') output.pop();
    if (/^[}\],]/.test(token) && output.at(-1) === ':') output.push('null');
    output.push(token.startsWith('"') ? repairString(token) : token);
    if (/^[[{]/.test(token)) depth += 1;
    if (/^[}\]]/.test(token)) depth -= 1;
    if (/^[}\]]/.test(token) && depth === 0) break;
  }
  return output.join('');
}

/** An unclosed string or comment extends to the end, so that no part is scanned twice. */
const TOKENS =
  /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|$)|\/\*[^]*?(?:\*\/|$)|\/\/[^\n]*|<!--|-->|<!\[CDATA\[|\]\]>|[[\]{},:]|[^\s"[\]{},:/<]+|[/<]/g;
const IGNORED = /^(?:\/[*/]|<!|-->|\]\]>)/;

function repairString(token: string): string {
  return token
    .replace(/\\(?!["\\/bfnrtu])/g, '\\\\')
    .replace(/[\u0000-\u001f]/g, control => CONTROL_ESCAPES[control] ?? ' ');
}
