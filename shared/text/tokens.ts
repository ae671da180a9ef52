import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

function ignore(): void {
  // These tokens mean nothing here.
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
 * Reads a fragment as tokens, not as a tree: a parser's stack of open elements takes time quadratic in their depth, and a body of
 * 2 MiB can be nothing but opening tags.
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
