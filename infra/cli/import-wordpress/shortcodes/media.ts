import { escapeHtml } from '../../../../shared/platform/text/html.ts';
import { readAddress, showPlayer } from './players.ts';

type Attributes = ReadonlyMap<string, string>;

/** The attributes that name a file, in the order in which WordPress looks for them. */
const FILES = {
  audio: ['src', 'mp3', 'ogg', 'flac', 'm4a', 'wav', 'wma'],
  video: ['src', 'mp4', 'm4v', 'webm', 'ogv', 'flv', 'wmv'],
} as const;

/** undefined for a shortcode without a file: WordPress looks for one among the attachments of the post. */
export function showAudio(attributes: Attributes): string | undefined {
  const src = fileIn(attributes, FILES.audio);
  return src === undefined ? undefined : `<audio controls src="${escapeHtml(src)}"></audio>`;
}

export function showVideo(attributes: Attributes): string | undefined {
  const src = fileIn(attributes, FILES.video);
  if (src === undefined) return undefined;
  const poster = addressIn(attributes, 'poster');
  const sides = ['width', 'height'].map(name => writeSide(name, attributes.get(name)));
  const shown = poster === undefined ? '' : ` poster="${escapeHtml(poster)}"`;
  return showPlayer(src) ?? `<video controls src="${escapeHtml(src)}"${shown}${sides.join('')}></video>`;
}

function fileIn(attributes: Attributes, names: readonly string[]): string | undefined {
  for (const name of names) {
    const address = addressIn(attributes, name);
    if (address !== undefined) return address;
  }
  return undefined;
}

/** A whole address, or a path on the old site, which stays one as in other markup. */
function addressIn(attributes: Attributes, name: string): string | undefined {
  const value = attributes.get(name) ?? '';
  return (
    readAddress(value) ?? (/^\/[^\s<>"/][^\s<>"]*$/.test(value) ? value.replaceAll('&amp;', '&') : undefined)
  );
}

function writeSide(name: string, value = ''): string {
  return /^[1-9]\d{0,4}$/.test(value) ? ` ${name}="${value}"` : '';
}
