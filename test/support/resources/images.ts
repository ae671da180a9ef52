import { expect } from 'vitest';
import sharp from 'sharp';
import { makeForm, formType, type Part } from '../web/form.ts';
import { eventually, type Api, type Call, type Reply } from '../api/api.ts';
import { ok } from './posts.ts';

export const aHexId = expect.stringMatching(/^[0-9a-f]{32}$/);

/** Four quarters: red, green, blue, white. The colours identify any crop and any rotation. */
export async function quartered(width = 1600, height = 1200, format: 'jpeg' | 'png' | 'webp' = 'jpeg') {
  const quarter = (color: string, left: number, top: number) => ({
    input: {
      create: {
        width: Math.ceil(width / 2),
        height: Math.ceil(height / 2),
        channels: 3 as const,
        background: color,
      },
    },
    left,
    top,
  });
  const [middle, half] = [Math.floor(width / 2), Math.floor(height / 2)];
  return await sharp({ create: { width, height, channels: 3, background: 'white' } })
    .composite([quarter('red', 0, 0), quarter('lime', middle, 0), quarter('blue', 0, half)])
    .toFormat(format)
    .toBuffer();
}

/** An animation whose frames have different colours. */
export async function animatedGif(frames = 3, size = 64): Promise<Buffer> {
  const colors = ['red', 'lime', 'blue', 'white', 'black'];
  const pages = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      sharp({
        create: { width: size, height: size, channels: 3, background: colors[index % 5]! },
      })
        .png()
        .toBuffer(),
    ),
  );
  return await sharp(pages, { join: { animated: true } })
    .gif({ delay: 100, loop: 0 })
    .toBuffer();
}

export function filePart(content: Uint8Array, filename = 'bridge.jpg', type?: string): Part {
  return {
    name: 'file',
    filename,
    content,
    ...(type !== undefined && { type }),
  };
}

/** Sends a multipart form with files and text fields. */
export function sendForm(
  api: Api,
  path: string,
  parts: readonly Part[],
  call: Call & { method?: string } = {},
): Promise<Reply> {
  return api.send(call.method ?? 'POST', path, {
    ...call,
    raw: makeForm(parts),
    headers: { 'content-type': formType(), ...call.headers },
  });
}

export async function makeImage(
  api: Api,
  bytes?: Uint8Array,
  fields: Record<string, string> = {},
): Promise<any> {
  const texts = Object.entries(fields).map(([name, content]) => ({ name, content }));
  return await ok(sendForm(api, '/images', [...texts, filePart(bytes ?? (await quartered()))]));
}

/** Waits until the image's thumbnails are made or have failed. @returns the image */
export function settledImage(api: Api, id: number): Promise<any> {
  return eventually(
    () => ok(api.get(`/images/${id}`)),
    image => image.thumbnails_status !== 'pending',
  );
}
