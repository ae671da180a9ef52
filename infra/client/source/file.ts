/** A file to send: a browser's File, or content with a name. A Blob that Node.js opens (`openAsBlob`) is read while it is sent. */
export type FileInput = (Blob & { readonly name: string }) | NamedContent;

export interface NamedContent {
  name: string;
  content: Blob | Uint8Array<ArrayBuffer>;
  /** The media type; by default that of the Blob. */
  type?: string;
}

export interface NamedFile {
  name: string;
  type: string;
  content: Blob;
}

export function namedFile(file: FileInput): NamedFile {
  if (file instanceof Blob) return { name: file.name, type: file.type, content: file };
  const content = file.content instanceof Blob ? file.content : new Blob([file.content]);
  return { name: file.name, type: file.type ?? content.type, content };
}
