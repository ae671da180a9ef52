import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

function ignore(): void {
  // Tokens without a handler.
}

const IGNORED: TokenizerCallbacks = {
  onattribdata: ignore,
  onattribentity: ignore,
  onattribend: ignore,
  onattribname: ignore,
  oncdata: ignore,
  onclosetag: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onopentagname: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
  ontext: ignore,
  ontextentity: ignore,
};

/**
 * Reads a fragment as tokens, not as a tree: a tree parser takes time quadratic in the depth of nesting, and a body of 2 MiB can consist
 * of opening tags only.
 */
export function readTokens(
  html: string,
  handlers: Partial<TokenizerCallbacks>,
  { decodeEntities }: { decodeEntities: boolean },
): void {
  const tokenizer = new Tokenizer({ decodeEntities }, { ...IGNORED, ...handlers });
  tokenizer.write(html);
  tokenizer.end();
}
