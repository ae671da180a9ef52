import { readAddress, showAddress, showPlayer } from './players.ts';

const WRAPPED = /(<div class="wp-block-embed__wrapper">\s*)(https?:\/\/[^\s<>"]+)(?=\s*<\/div>)/gi;

/** Shows the addresses in the blocks of embeds, which the block editor stores as text. The rest stays byte for byte. */
export function showEmbedBlocks(html: string): string {
  return html.replace(WRAPPED, (whole, before: string, text: string) => {
    const address = readAddress(text);
    if (address === undefined) return whole;
    return before + (showPlayer(address) ?? `<p>${showAddress(address)}</p>`);
  });
}
